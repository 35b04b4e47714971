import type pg from 'pg';
import { conflict } from '@cairn/service';
import { addressValue } from './network.ts';
import type { HbaLine } from './types.ts';

/** A line of the file on disk as the server reads it, whether it is loaded or not. */
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
  /** From PostgreSQL 16 on, for files may include others. */
  file_name?: string;
}

export async function readHbaRows(client: pg.ClientBase): Promise<HbaRow[]> {
  // As JSON, for the columns differ between versions.
  const { rows } = await client.query<{ row: HbaRow }>(
    'SELECT to_jsonb(r) AS row FROM pg_hba_file_rules r ORDER BY line_number',
  );
  return rows.map(({ row }) => row);
}

/** AppError `conflict` where the administrator may not see them. */
export async function readableHbaRows(client: pg.ClientBase): Promise<HbaRow[]> {
  return readHbaRows(client).catch((error: { code?: string }) => {
    if (error.code !== '42501') throw error;
    throw conflict(
      'dbadmin.admin_may_not',
      'The administrator of this connection may not read pg_hba_file_rules; grant it SELECT on that view and EXECUTE on the function pg_hba_file_rules(), or connect as a superuser.',
    );
  });
}

/** What the server finds wrong with the file, in a line; null when nothing. */
export function errorIn(rows: HbaRow[]): string | null {
  const bad = rows.find(({ error }) => error !== null);
  return bad ? `line ${bad.line_number}: ${bad.error}` : null;
}

/** Whether the server understands a part of the file exactly as it is meant: no line more, none less, none otherwise. */
export function meansExactly(
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

/** 255.255.0.0 is 16. */
export function prefixOf(netmask: string | null): number | null {
  const value = netmask === null ? null : addressValue(netmask);
  return value === null ? null : (value.toString(2).match(/1/g)?.length ?? 0);
}
