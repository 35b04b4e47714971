import type pg from 'pg';
import { cannotReadRules } from './errors.ts';
import { addressValue } from './network.ts';
import type { HbaLine } from './types.ts';

/** A line of the file on disk as the server parses it, loaded or not. */
export interface HbaRow {
  line_number: number;
  type: string | null;
  database: string[] | null;
  user_name: string[] | null;
  address: string | null;
  netmask: string | null;
  auth_method: string | null;
  options: string[] | null;
  error: string | null;
  /** Since PostgreSQL 16, where files may include others. */
  file_name?: string;
}

export async function readHbaRows(client: pg.ClientBase): Promise<HbaRow[]> {
  // As JSON, because the columns differ between versions.
  const { rows } = await client.query<{ row: HbaRow }>(
    'SELECT to_jsonb(r) AS row FROM pg_hba_file_rules r ORDER BY line_number',
  );
  return rows.map(({ row }) => row);
}

/** @throws {AppError} conflict when the admin role may not read them */
export async function requireHbaRows(client: pg.ClientBase): Promise<HbaRow[]> {
  return readHbaRows(client).catch((error: { code?: string }) => {
    if (error.code !== '42501') throw error;
    throw cannotReadRules();
  });
}

/** The first error that the server finds in the file, or null. */
export function findFileError(rows: HbaRow[]): string | null {
  const bad = rows.find(({ error }) => error !== null);
  return bad ? `line ${bad.line_number}: ${bad.error}` : null;
}

/** Whether the server parses a part of the file as exactly these lines. */
export function matchesLines(
  rows: HbaRow[],
  lines: HbaLine[],
  { path, first, last }: { path: string; first: number; last: number },
): boolean {
  const inside = rows.filter(
    ({ line_number: number, file_name: file = path }) => file === path && number >= first && number <= last,
  );
  return inside.length === lines.length && inside.every((row, index) => isSame(row, lines[index]));
}

function isSame(row: HbaRow, line: HbaLine | undefined): boolean {
  if (!line) return false;
  const [address = '', prefix = ''] = line.cidr.split('/');
  return (
    row.type === line.type &&
    isOnly(row.database, line.database || 'all') &&
    isOnly(row.user_name, line.role || 'all') &&
    row.address !== null &&
    addressValue(row.address) === addressValue(address) &&
    prefixOf(row.netmask) === Number(prefix) &&
    row.auth_method === line.method
  );
}

function isOnly(names: string[] | null, name: string): boolean {
  return names?.length === 1 && names[0] === name;
}

/** 16 for 255.255.0.0. */
export function prefixOf(netmask: string | null): number | null {
  const value = netmask === null ? null : addressValue(netmask);
  return value === null ? null : (value.toString(2).match(/1/g)?.length ?? 0);
}
