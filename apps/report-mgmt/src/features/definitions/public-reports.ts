import type { Auth } from '@cairn/auth';
import { ANONYMOUS } from '@cairn/service';
import { REPORT } from './report-resource.ts';

/** How long an answer of the portal counts. */
const FRESH_MS = 1_000;

export type PublicReports = ReturnType<typeof createPublicReports>;

/**
 * Which reports everybody may view: asked at most once a second, and the last answer while nobody can be asked. After a failure callers
 * do not wait for the next attempt.
 */
export function createPublicReports({ auth }: { auth: Pick<Auth, 'visibleKeys'> }) {
  let keys: ReadonlySet<string> = new Set();
  let revision = 0;
  let askedAt = -Infinity;
  let isFailing = false;
  let asking: Promise<boolean> | null = null;

  function take(next: Iterable<string>): void {
    const taken = new Set(next);
    if (taken.size === keys.size && [...taken].every((key) => keys.has(key))) return;
    keys = taken;
    revision += 1;
  }

  async function ask(): Promise<boolean> {
    try {
      const visible = await auth.visibleKeys(ANONYMOUS, REPORT, 'view');
      if (visible !== 'all') take(visible);
      isFailing = false;
    } catch {
      isFailing = true;
    }
    askedAt = performance.now();
    asking = null;
    return !isFailing;
  }

  return {
    /** Asks now. Returns false when nobody can be asked. */
    refresh: (): Promise<boolean> => (asking ??= ask()),

    /** What was known before this process started. */
    restore(known: string[]): void {
      if (askedAt === -Infinity) take(known);
    },

    async current(): Promise<{ keys: ReadonlySet<string>; revision: number }> {
      if (performance.now() - askedAt > FRESH_MS) {
        asking ??= ask();
        if (!isFailing) await asking;
      }
      return { keys, revision };
    },
  };
}
