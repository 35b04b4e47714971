import { withDeadline } from './with-deadline.ts';

const LIMIT_MS = 2000;

/** The dependencies of a process, by name; each check may be a promise. */
export type ReadinessCheck = () =>
  Record<string, boolean | Promise<boolean>> | Promise<Record<string, boolean | Promise<boolean>>>;

export interface Readiness {
  ready: boolean;
  checks: Record<string, boolean>;
}

/** Handler of GET /api/health: the process is alive. It checks no dependency. */
export function health(): { status: 'ok' } {
  return { status: 'ok' };
}

/** Runs the checks, each within 2 s; one that throws or is late counts as false. */
export async function checkReadiness(check: ReadinessCheck): Promise<Readiness> {
  const started = await within(Promise.resolve().then(check), null);
  if (started === null) return { ready: false, checks: { readiness: false } };
  const entries = await Promise.all(
    Object.entries(started).map(
      async ([name, value]) => [name, await within(Promise.resolve(value), false)] as const,
    ),
  );
  return { ready: entries.every(([, ok]) => ok), checks: Object.fromEntries(entries) };
}

async function within<T>(work: Promise<T>, otherwise: T): Promise<T>;
async function within<T>(work: Promise<T>, otherwise: null): Promise<T | null>;
async function within<T>(work: Promise<T>, otherwise: T | null): Promise<T | null> {
  const onTimeout = () => new Error('the check did not end in time');
  return withDeadline(work, { ms: LIMIT_MS, onTimeout }).catch(() => otherwise);
}
