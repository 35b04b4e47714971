import { isDeepStrictEqual } from 'node:util';
import { toAppError } from '@cairn/db';
import { withDeadline } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { coalesce } from './coalesce.ts';
import type { Registry } from './disk/registry.ts';
import { registerReports } from './portal-sync.ts';
import type { PublicReports } from './public-reports.ts';
import { listIndex, markGone, savePublic, saveRegistered, saveScanned } from './repo.ts';
import type { ScannedRow } from './repo.ts';
import type { PortalDeps } from './report-resource.ts';
import type { DefinitionEntry, IndexEntry } from './types.ts';

export type Scanner = ReturnType<typeof createScanner>;

interface ScanDeps extends PortalDeps {
  db: Db;
  files: Registry;
  publicReports: PublicReports;
  logger: Logger;
}

/** Rows in one statement. */
const CHUNK = 500;
const REGISTERED_AT_ONCE = 100;
/** How long a caller waits for the portal. */
const REGISTER_MS = 2_000;

/**
 * Brings the index and the portal up to date with the disk. Every process may do it, also at the same time; while the database or the
 * portal is away, the disk is read all the same and the rest follows with a later scan.
 */
export function createScanner(deps: ScanDeps) {
  const { db, files, publicReports } = deps;
  let index = new Map<string, IndexEntry>();
  let first: Promise<void> | null = null;

  async function readAll(): Promise<void> {
    const isReadable = await files.scan();
    const rows = await listIndex(db).catch((error: unknown) => Promise.reject(toAppError(error)));
    index = new Map(rows.map((row) => [row.key, row]));
    publicReports.restore(rows.filter((row) => row.isPublic).map(({ key }) => key));
    if (isReadable) await saveDifferences(files.entries());
  }

  async function saveDifferences(entries: DefinitionEntry[]): Promise<void> {
    const changed = entries
      .map((entry) => toRow(entry, index.get(entry.key)))
      .filter((row) => isChanged(row, index.get(row.key)));
    for (let from = 0; from < changed.length; from += CHUNK) {
      await saveScanned(db, changed.slice(from, from + CHUNK));
    }
    const present = new Set(entries.map(({ key }) => key));
    await markGone(
      db,
      [...index.values()].filter((row) => !row.goneAt && !present.has(row.key)).map(({ key }) => key),
    );
    if (changed.length > 0) index = new Map((await listIndex(db)).map((row) => [row.key, row]));
  }

  /** Registers reports that are new or have another title, and keeps the progress, since thousands take a minute. */
  async function registerNew(): Promise<void> {
    const wanted = files
      .entries()
      .filter(({ key, definition }) => definition && index.get(key)?.registeredTitle !== definition.title)
      .map(({ key, definition }) => ({ key, title: definition!.title }));
    let isReachable = true;
    for (let from = 0; isReachable && from < wanted.length; from += REGISTERED_AT_ONCE) {
      const part = wanted.slice(from, from + REGISTERED_AT_ONCE);
      const { registered, existing } = await registerReports(deps, part);
      const done = new Set([...registered, ...existing]);
      const saved = part.filter(({ key }) => done.has(key));
      await saveRegistered(db, saved);
      for (const { key, title } of saved) {
        const row = index.get(key);
        if (row) index.set(key, { ...row, registeredTitle: title });
      }
      isReachable = saved.length > 0;
      await refreshPublic();
    }
    await refreshPublic();
  }

  async function refreshPublic(): Promise<void> {
    if (await publicReports.refresh()) await savePublic(db, [...(await publicReports.current()).keys]);
  }

  const update = coalesce(readAll);
  const register = coalesce(registerNew);

  return {
    /** Reads what has changed on the disk, and brings the index up to date. */
    update,
    /** Brings the portal up to date, and asks it which reports everybody may view. */
    register,

    /** Both. Does not wait until thousands of new reports are registered, which goes on, nor for a portal that is away. */
    async scan(): Promise<void> {
      await update();
      const late = { ms: REGISTER_MS, onTimeout: () => new Error('Reports are still being registered.') };
      await withDeadline(register(), late).catch(() => undefined);
    },

    /** Waits until this process has read the disk once. Failures are those of the database: the disk was read. */
    ready: (): Promise<void> => (first ??= update().catch(() => undefined)),

    /** The rows of the index, as last read. */
    index: (): ReadonlyMap<string, IndexEntry> => index,
  };
}

/** A definition that is broken keeps its last title. */
function toRow(
  { key, path, sha256, definition, problems, thumbnailVersion }: DefinitionEntry,
  known: IndexEntry | undefined,
): ScannedRow {
  const { title, description, datasource, format } = definition ??
    known ?? { title: key, description: '', datasource: '', format: 'html' };
  const hasThumbnail = thumbnailVersion !== null;
  return { key, title, description, datasource, format, path, sha256, hasThumbnail, problems };
}

function isChanged(row: ScannedRow, known: IndexEntry | undefined): boolean {
  if (!known || known.goneAt) return true;
  return (Object.keys(row) as (keyof ScannedRow)[]).some(
    (column) => !isDeepStrictEqual(row[column], known[column]),
  );
}
