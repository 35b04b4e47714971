import { lstat } from 'node:fs/promises';
import { basename } from 'node:path';
import type pg from 'pg';
import type { Actor } from '@cairn/service';
import { findLocalServer } from '../servers/local-server.ts';
import type { Platform } from '../connections/platform.ts';
import {
  cannotReadOrReload,
  hbaFileElsewhere,
  noHbaPath,
  notAnHbaFile,
  notTheHbaFile,
  oddClientAddress,
} from './errors.ts';
import { readNetwork } from './network.ts';
import type { Application, HbaLine } from './types.ts';
import { readLiteral } from './validate.ts';

/** The line that keeps this service signed in: its role, from the address that the server sees, with or without SSL as now. */
export async function readGuardLine(client: pg.ClientBase): Promise<HbaLine> {
  const { rows } = await client.query<{
    role: string;
    cidr: string | null;
    ssl: boolean;
    superuser: boolean;
  }>(
    `SELECT r.rolname AS role, r.rolsuper AS superuser,
       host(inet_client_addr()) || CASE family(inet_client_addr()) WHEN 4 THEN '/32' ELSE '/128' END AS cidr,
       coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS ssl
     FROM pg_roles r WHERE r.rolname = current_user`,
  );
  const [row] = rows;
  if (!row?.cidr) throw new Error('the server reports no client address');
  const network = readNetwork(row.cidr);
  if (typeof network === 'string') throw oddClientAddress();
  const method = row.superuser ? await readAuthMethod(client) : 'scram-sha-256';
  const role = readLiteral('role', row.role);
  return { type: row.ssl ? 'hostssl' : 'host', database: '', role, cidr: network.text, method };
}

/** A role whose password is stored as MD5 cannot sign in with SCRAM. */
async function readAuthMethod(client: pg.ClientBase): Promise<HbaLine['method']> {
  const { rows } = await client.query<{ md5: boolean | null }>(
    `SELECT rolpassword LIKE 'md5%' AS md5 FROM pg_authid WHERE rolname = current_user`,
  );
  return rows[0]?.md5 ? 'md5' : 'scram-sha-256';
}

/**
 * Requires that this service may write the pg_hba.conf file of a server; returns its path.
 * @throws {AppError} conflict when it may not, forbidden when the file belongs to the platform's server and the caller is not an
 * administrator of the platform.
 */
export async function requireWritableHbaFile(
  client: pg.ClientBase,
  path: string | null,
  { platform, actor }: { platform: Platform; actor: Pick<Actor, 'isAdmin'> },
): Promise<string> {
  if (path === null) throw noHbaPath();
  const { rows } = await client.query<{ file: string | null; rules: boolean; reload: boolean }>(
    `SELECT (SELECT setting FROM pg_settings WHERE name = 'hba_file') AS file,
       has_table_privilege('pg_catalog.pg_hba_file_rules', 'SELECT')
         AND has_function_privilege('pg_catalog.pg_hba_file_rules()', 'EXECUTE') AS rules,
       has_function_privilege('pg_catalog.pg_reload_conf()', 'EXECUTE') AS reload`,
  );
  const [row] = rows;
  if (row?.file !== path) throw notTheHbaFile(path);
  if (!row.rules || !row.reload) throw cannotReadOrReload();
  const server = await findLocalServer(client);
  if (!server) throw hbaFileElsewhere(path);
  // From the files of the server: it could report another identifier each time.
  await platform.requireMayManageServer(actor, server.identifier);
  await requireOwnFile(path, server.account);
  return path;
}

/**
 * A server may name any file as its own, and this service may read and write more than the server: only a file that belongs to the
 * account of the server and is named like a pg_hba.conf is shown or written.
 */
async function requireOwnFile(path: string, account: number): Promise<void> {
  const stats = await lstat(path).catch(() => null);
  // Anything but a regular file is refused when it is opened.
  const isForeign = stats?.isFile() === true && stats.uid !== account;
  if (isForeign || !/hba/i.test(basename(path))) throw notAnHbaFile(path);
}

/** A sentence about a change that was interrupted or is still running, or null. */
export function explainInterruptedChange(last: Application | null): string | null {
  if (last?.state !== 'applying' && last?.state !== 'undoing') return null;
  return `A change that started at ${last.appliedAt.toISOString()} is not finished. If nobody is working on it, it was interrupted: the next change first restores the previous file.`;
}
