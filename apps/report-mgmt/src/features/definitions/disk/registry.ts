import { lstat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from '@cairn/service';
import { definitionsAway } from '../errors.ts';
import type { DefinitionEntry, FileVersion, IgnoredPath } from '../types.ts';
import { listCandidates } from './list-candidates.ts';
import type { Candidates } from './list-candidates.ts';
import { isSameVersion, versionOf } from './open-file.ts';
import { readEntry } from './read-entry.ts';
import type { KnownEntry } from './read-entry.ts';

export type Registry = ReturnType<typeof createRegistry>;

/** Definitions that are read at once in a scan. */
const AT_ONCE = 16;
/** A folder that changed less than this before it was listed may have changed again without a new time. */
const RACY_MS = 50;

/** The definitions below a folder, with what was last read of it. */
export function createRegistry({ root, logger }: { root: string; logger: Logger }) {
  let known = new Map<string, KnownEntry>();
  let ignored: IgnoredPath[] = [];
  let isAway = false;
  let revision = 0;
  let listed: { candidates: Candidates; version: FileVersion; at: number } | null = null;

  /** @throws errors of the file system when the folder is away */
  async function candidates(): Promise<Candidates> {
    const stats = await lstat(root, { bigint: true });
    const version = versionOf(stats);
    if (listed && isSameVersion(listed.version, version) && isSettled(listed)) return listed.candidates;
    const at = Date.now();
    listed = { candidates: await listCandidates(root), version, at };
    return listed.candidates;
  }

  async function read(key: string, all: Candidates): Promise<KnownEntry | null> {
    const candidate = all.byKey.get(key);
    const former = known.get(key);
    const entry = candidate ? await readEntry(root, candidate, former) : null;
    if (entry && !isDeepStrictEqual(entry.entry, former?.entry)) revision += 1;
    if (entry) known.set(key, entry);
    else known.delete(key);
    return entry;
  }

  /** A definition that cannot be read right now stays as it was known. */
  async function readOrKeep(key: string, all: Candidates): Promise<KnownEntry | null> {
    try {
      return await read(key, all);
    } catch (err) {
      logger.warn({ err, report: key }, 'report definition not read');
      return known.get(key) ?? null;
    }
  }

  return {
    /** Everything that was last read. */
    entries: (): DefinitionEntry[] => [...known.values()].map(({ entry }) => entry),
    ignored: (): IgnoredPath[] => ignored,
    isAway: (): boolean => isAway,
    /** Grows whenever something else is read than before. */
    revision: (): number => revision,

    /**
     * The definition of a key as it is on the disk now; while the folder is away, as it was last read. Null without a definition.
     * @throws {AppError} unavailable while the folder is away and nothing was read before
     */
    async find(key: string): Promise<DefinitionEntry | null> {
      let all: Candidates;
      try {
        all = await candidates();
      } catch {
        const former = known.get(key);
        if (former) return former.entry;
        throw definitionsAway();
      }
      return (await read(key, all))?.entry ?? null;
    },

    /** Reads what has changed. Returns false when the folder is away; then everything stays known. */
    async scan(): Promise<boolean> {
      let all: Candidates;
      try {
        all = await candidates();
      } catch (err) {
        if (!isAway) logger.warn({ err }, 'folder of report definitions away');
        isAway = true;
        return false;
      }
      isAway = false;
      const keys = [...all.byKey.keys()];
      const next = new Map<string, KnownEntry>();
      const take = async () => {
        for (let key = keys.pop(); key !== undefined; key = keys.pop()) {
          const entry = await readOrKeep(key, all);
          if (entry) next.set(key, entry);
        }
      };
      const before = known;
      known = new Map(before);
      await Promise.all(Array.from({ length: AT_ONCE }, take));
      known = next;
      if ([...before.keys()].some((key) => !next.has(key))) revision += 1;
      ignored = all.ignored;
      return true;
    },
  };
}

function isSettled({ version, at }: { version: FileVersion; at: number }): boolean {
  return at - Number(version.mtimeNs / 1_000_000n) >= RACY_MS;
}
