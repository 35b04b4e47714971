import type { Auth } from '@cairn/auth';
import type { Actor } from '@cairn/service';
import type { Registry } from './disk/registry.ts';
import { noSuchReport, reportClosed } from './errors.ts';
import { readKey } from './key.ts';
import { REPORT } from './report-resource.ts';
import type { Scanner } from './scan.ts';
import { DEFINITION_PATH } from './sent-fields.ts';
import type { Definition, DefinitionEntry, IgnoredPath, IndexEntry, TemplateFinding } from './types.ts';

export type Catalog = ReturnType<typeof createCatalog>;

type Permission = 'view' | 'edit' | 'admin';

/** A definition as a person may see it. */
export interface CatalogEntry {
  key: string;
  /** Of the definition file, below the folder of definitions. */
  path: string;
  title: string;
  description: string;
  datasource: string;
  format: string;
  parameters: number;
  permission: Permission;
  isPublic: boolean;
  thumbnailVersion: string | null;
  updatedAt: Date | null;
  /** Null for callers without edit. */
  problems: string[] | null;
  warnings: string[];
  findings: TemplateFinding[];
  /** Null for a definition that has problems, or is known from the index only. */
  definition: Definition | null;
}

interface Deps {
  auth: Pick<Auth, 'accessLevels'>;
  files: Registry;
  scanner: Scanner;
}

/** The definitions for the pages of report management. */
export function createCatalog({ auth, files, scanner }: Deps) {
  async function visible(actor: Actor): Promise<CatalogEntry[]> {
    await scanner.ready();
    const levels = await auth.accessLevels(actor, REPORT);
    const read = files.entries();
    const known = new Set(read.map(({ key }) => key));
    const index = scanner.index();
    const entries = read.map((entry) => fromDisk(entry, index.get(entry.key)));
    // What was never read since this process started.
    const away = files.isAway()
      ? [...index.values()].filter((row) => !row.goneAt && !known.has(row.key))
      : [];
    return [...entries, ...away.map(fromIndex)].flatMap(({ isBroken, ...entry }) => {
      const access = levels.of(entry.key);
      if (!access || (isBroken && !actor.isAdmin)) return [];
      const { permission, isPublic } = access;
      const shown = { ...entry, permission, isPublic };
      return [permission === 'view' ? { ...shown, problems: null, warnings: [], findings: [] } : shown];
    });
  }

  return {
    async list(actor: Actor): Promise<{ entries: CatalogEntry[]; ignored: IgnoredPath[]; isAway: boolean }> {
      const entries = (await visible(actor)).toSorted(
        (one, other) => one.title.localeCompare(other.title) || (one.key < other.key ? -1 : 1),
      );
      return { entries, ignored: actor.isAdmin ? files.ignored() : [], isAway: files.isAway() };
    },

    /** @throws {AppError} not_found; forbidden. Visitors get the same for a hidden report and for a missing one. */
    async get(actor: Actor, text: string): Promise<CatalogEntry> {
      const key = readKey(text);
      // Reads a change that no scan has seen yet.
      const onDisk = key === null ? null : await files.find(key).catch(() => null);
      const entry = (await visible(actor)).find((one) => one.key === key);
      if (entry) return entry;
      throw actor.kind === 'user' && !onDisk?.definition ? noSuchReport() : reportClosed();
    },
  };
}

type Unshared = Omit<CatalogEntry, 'permission' | 'isPublic'> & { problems: string[]; isBroken: boolean };

function fromDisk(entry: DefinitionEntry, row: IndexEntry | undefined): Unshared {
  const { key, path, definition, thumbnailVersion, updatedAt, warnings } = entry;
  const { title, description, datasource, format } = definition ??
    row ?? { title: key, description: '', datasource: '', format: 'html' };
  const findings = row?.findings ?? [];
  return {
    ...{
      key,
      path,
      title,
      description,
      datasource,
      format,
      thumbnailVersion,
      updatedAt,
      warnings,
      findings,
      definition,
    },
    parameters: definition?.parameters.length ?? 0,
    problems: [...entry.problems, ...problemsOf(findings)],
    isBroken: definition === null,
  };
}

function fromIndex(row: IndexEntry): Unshared {
  const { key, path, title, description, datasource, format, problems, findings } = row;
  return {
    ...{ key, path, title, description, datasource, format, problems, findings, definition: null },
    ...{ thumbnailVersion: null, updatedAt: null, warnings: [], parameters: 0 },
    isBroken: problems.length > 0,
  };
}

/**
 * Errors of the template, for which the report server runs an earlier version or none. Those of an import have a `severity`
 * instead of a `level`: an element was left out, and the report runs.
 */
function problemsOf(findings: TemplateFinding[]): string[] {
  return findings
    .filter(({ level }) => level === 'error')
    .slice(0, 20)
    .map(
      ({ path, message }) => `${path === DEFINITION_PATH ? 'Report server' : 'Template'}: ${String(message)}`,
    );
}
