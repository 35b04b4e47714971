import type pg from 'pg';
import { DEPENDENCIES, CURATED } from './catalog.ts';
import { cannotReadFileSettings, settingFixed } from './errors.ts';
import type { ServerSetting } from './types.ts';
import { parseValue } from './values.ts';

type Row = Omit<ServerSetting, 'nextValue' | 'systemValue' | 'valueWithoutSystem'>;

interface FileLine {
  name: string;
  setting: string | null;
  system: boolean;
}

/** Sources of values that only apply to our own session. */
const SESSION_SOURCES = new Set(['client', 'session', 'user', 'database', 'database user', 'interactive']);
/** Sources that override all files, so changes here would have no effect. */
const FIXED_SOURCES = new Set(['command line', 'environment variable']);

/** The curated settings of a server and those that they depend on, by name. */
export async function readSettings(client: pg.ClientBase): Promise<Map<string, ServerSetting>> {
  const { rows } = await client.query<Row>(
    `SELECT name, setting AS value, unit, vartype AS type, context, source, boot_val AS "bootValue", min_val AS minimum,
       max_val AS maximum, coalesce(enumvals, '{}') AS choices, short_desc AS description, pending_restart AS "pendingRestart"
     FROM pg_settings WHERE name = ANY($1)`,
    [[...CURATED, ...DEPENDENCIES]],
  );
  const lines = await readFileLines(client);
  return new Map(rows.map((row) => [row.name, toSetting(row, lines ?? [])]));
}

/** @throws {AppError} conflict when a change would have no effect */
export function requireChangeable({ name, source }: ServerSetting): void {
  if (FIXED_SOURCES.has(source)) throw settingFixed(name, source);
}

/** Without access to the configuration files it is unknown what a change would replace. @throws {AppError} conflict */
export async function requireFileSettings(client: pg.ClientBase): Promise<void> {
  if (!(await readFileLines(client))) throw cannotReadFileSettings();
}

/** The lines of all configuration files that set a value, in order; null when the admin role may not read them. */
async function readFileLines(client: pg.ClientBase): Promise<FileLine[] | null> {
  const { rows: rights } = await client.query<{ may: boolean }>(
    `SELECT has_table_privilege('pg_catalog.pg_file_settings', 'SELECT')
       AND has_function_privilege('pg_catalog.pg_show_all_file_settings()', 'EXECUTE') AS may`,
  );
  if (!rights[0]?.may) return null;
  const { rows } = await client.query<FileLine>(
    `SELECT lower(name) AS name, setting, sourcefile ~ '(^|/)postgresql\\.auto\\.conf$' AS system
     FROM pg_file_settings WHERE name IS NOT NULL ORDER BY seqno`,
  );
  return rows;
}

function toSetting(row: Row, all: FileLine[]): ServerSetting {
  const lines = all.filter(({ name }) => name === row.name);
  // A value as the server writes it, however it is spelled in the file.
  const canonical = (text: string | null | undefined): string | null =>
    text === null || text === undefined ? null : (parseValue(row, text) ?? text);
  const inFiles = canonical(lines.at(-1)?.setting) ?? row.bootValue;
  const isOurs = SESSION_SOURCES.has(row.source);
  return {
    ...row,
    source: isOurs ? (lines.length > 0 ? 'configuration file' : 'default') : row.source,
    value: isOurs ? (inFiles ?? row.value) : row.value,
    nextValue: row.pendingRestart ? inFiles : null,
    systemValue: lines.findLast(({ system }) => system)?.setting ?? null,
    valueWithoutSystem: canonical(lines.findLast(({ system }) => !system)?.setting) ?? row.bootValue,
  };
}
