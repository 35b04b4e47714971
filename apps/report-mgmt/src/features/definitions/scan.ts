import { isDeepStrictEqual } from 'node:util';
import { toAppError } from '@cairn/db';
import type { Logger } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
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

/**
 * Brings the index and the portal up to date with the disk. Every process may do it, also at the same time; while the database or the
 * portal is away, the disk is read all the same and the rest follows with a later scan.
 */
export function createScanner(deps: ScanDeps) {
  const { db, files, publicReports } = deps;
  let index = new Map<string, IndexEntry>();
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let first: Promise<void> | null = null;

  async function run(): Promise<void> {
    const isReadable = await files.scan();
    const rows = await listIndex(db).catch((error: unknown) => Promise.reject(toAppError(error)));
    index = new Map(rows.map((row) => [row.key, row]));
    publicReports.restore(rows.filter((row) => row.isPublic).map(({ key }) => key));
    const entries = files.entries();
    if (isReadable) await saveDifferences(entries);
    await register(entries);
    if (await publicReports.refresh()) await savePublic(db, [...(await publicReports.current()).keys]);
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

  /** Reports that are new or have another title. */
  async function register(entries: DefinitionEntry[]): Promise<void> {
    const wanted = entries
      .filter(({ key, definition }) => definition && index.get(key)?.registeredTitle !== definition.title)
      .map(({ key, definition }) => ({ key, title: definition!.title }));
    const { registered, existing } = await registerReports(deps, wanted);
    const done = new Set([...registered, ...existing]);
    await saveRegistered(
      db,
      wanted.filter(({ key }) => done.has(key)),
    );
  }

  /** One scan at a time; a call during a scan waits for another one after it. */
  function scan(): Promise<void> {
    if (!running) {
      running = run().finally(() => {
        running = null;
      });
      return running;
    }
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return scan();
      });
    return next;
  }

  return {
    scan,

    /** Waits for the first scan of this process. Its failures are those of the database: the disk was read. */
    ready: (): Promise<void> => (first ??= scan().catch(() => undefined)),

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
