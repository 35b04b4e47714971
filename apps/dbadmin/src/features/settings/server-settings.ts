import type pg from 'pg';
import { conflict } from '@cairn/service';
import { BESIDE, CURATED } from './catalog.ts';
import type { ServerSetting, ValueType } from './types.ts';
import { parseValue } from './values.ts';

interface Row {
  name: string;
  setting: string;
  unit: string | null;
  vartype: ValueType;
  context: string;
  source: string;
  boot_val: string | null;
  min_val: string | null;
  max_val: string | null;
  enumvals: string[] | null;
  short_desc: string;
  pending_restart: boolean;
}

interface FileLine {
  name: string;
  setting: string | null;
  system: boolean;
}

/** Where a value comes from that holds for our own session alone, and says nothing of the server. */
const OF_OUR_SESSION = new Set(['client', 'session', 'user', 'database', 'database user', 'interactive']);
/** Stands above all files, so that no change of ours would have an effect. */
const ABOVE_FILES = new Set(['command line', 'environment variable']);

/** The curated settings that the server has, and those that they depend on, by name. */
export async function readSettings(client: pg.ClientBase): Promise<Map<string, ServerSetting>> {
  const { rows } = await client.query<Row>(
    `SELECT name, setting, unit, vartype, context, source, boot_val, min_val, max_val, enumvals, short_desc,
       pending_restart
     FROM pg_settings WHERE name = ANY($1)`,
    [[...CURATED, ...BESIDE]],
  );
  const lines = await readFileLines(client);
  return new Map(rows.map((row) => [row.name, toSetting(row, lines ?? [])]));
}

/** AppError `conflict` where a change here would have no effect. */
export function requireChangeable({ name, source }: ServerSetting): void {
  if (!ABOVE_FILES.has(source)) return;
  throw conflict(
    'dbadmin.setting_fixed',
    `${name} is fixed where the server is started (${source}); change it there.`,
  );
}

/** Without the right to see the files nobody can say what a change would replace. */
export async function requireSight(client: pg.ClientBase): Promise<void> {
  if (await readFileLines(client)) return;
  throw conflict(
    'dbadmin.admin_may_not',
    'The administrator of this connection may not read pg_file_settings; connect as a superuser to change settings.',
  );
}

/** The lines of all configuration files that set something, in their order; null when we may not see them. */
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
  const plain = {
    name: row.name,
    unit: row.unit,
    type: row.vartype,
    context: row.context,
    source: row.source,
    bootValue: row.boot_val,
    minimum: row.min_val,
    maximum: row.max_val,
    choices: row.enumvals ?? [],
    description: row.short_desc,
    pendingRestart: row.pending_restart,
  };
  // Of a value that somebody wrote into a file in his own way, as the server would write it.
  const canonical = (text: string | null | undefined): string | null =>
    text === null || text === undefined
      ? null
      : (parseValue(
          { ...plain, value: '', nextValue: null, systemValue: null, valueWithoutSystem: null },
          text,
        ) ?? text);
  const inFiles = canonical(lines.at(-1)?.setting) ?? row.boot_val;
  const isOurs = OF_OUR_SESSION.has(row.source);
  return {
    ...plain,
    source: isOurs ? (lines.length > 0 ? 'configuration file' : 'default') : row.source,
    value: isOurs ? (inFiles ?? row.setting) : row.setting,
    nextValue: row.pending_restart ? inFiles : null,
    systemValue: lines.findLast(({ system }) => system)?.setting ?? null,
    valueWithoutSystem: canonical(lines.findLast(({ system }) => !system)?.setting) ?? row.boot_val,
  };
}
