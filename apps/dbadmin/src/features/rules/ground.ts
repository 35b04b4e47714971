import { lstat } from 'node:fs/promises';
import { basename } from 'node:path';
import type pg from 'pg';
import { badGateway, conflict } from '@cairn/service';
import type { Actor } from '@cairn/service';
import { findLocalServer } from '../servers/local-server.ts';
import type { Platform } from '../connections/platform.ts';
import { readNetwork } from './network.ts';
import type { Application, HbaLine } from './types.ts';
import { readLiteral } from './validate.ts';

/** The line that keeps the way open for ourselves: our role, from where the server sees us, as we come. */
export async function guardFor(client: pg.ClientBase): Promise<HbaLine> {
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
  if (!row?.cidr) throw new Error('the server does not see where we come from');
  const network = readNetwork(row.cidr);
  if (typeof network === 'string') {
    throw badGateway(
      'dbadmin.odd_client_address',
      'The server does not report the address that this service connects from, so the rules cannot be written safely. Check that the server is the one that you expect.',
    );
  }
  const method = row.superuser ? await methodOf(client) : 'scram-sha-256';
  const role = readLiteral('role', row.role);
  return { type: row.ssl ? 'hostssl' : 'host', database: '', role, cidr: network.text, method };
}

/** A password that the server keeps as MD5 cannot be proven any other way. */
async function methodOf(client: pg.ClientBase): Promise<HbaLine['method']> {
  const { rows } = await client.query<{ md5: boolean | null }>(
    `SELECT rolpassword LIKE 'md5%' AS md5 FROM pg_authid WHERE rolname = current_user`,
  );
  return rows[0]?.md5 ? 'md5' : 'scram-sha-256';
}

/**
 * The path of the file that we may write; AppError `conflict` with what to do where we may not, `forbidden` when it is the file
 * of the platform's server and the caller is not an administrator of the platform.
 */
export async function requireGround(
  client: pg.ClientBase,
  path: string | null,
  { platform, actor }: { platform: Platform; actor: Pick<Actor, 'isAdmin'> },
): Promise<string> {
  if (path === null) {
    throw conflict(
      'dbadmin.no_hba_path',
      'Where the file of this server is has not been said; set its path, or paste the block yourself.',
    );
  }
  const { rows } = await client.query<{ file: string | null; rules: boolean; reload: boolean }>(
    `SELECT (SELECT setting FROM pg_settings WHERE name = 'hba_file') AS file,
       has_table_privilege('pg_catalog.pg_hba_file_rules', 'SELECT')
         AND has_function_privilege('pg_catalog.pg_hba_file_rules()', 'EXECUTE') AS rules,
       has_function_privilege('pg_catalog.pg_reload_conf()', 'EXECUTE') AS reload`,
  );
  const [row] = rows;
  if (row?.file !== path) {
    throw conflict(
      'dbadmin.not_the_hba_file',
      `The server no longer names ${path} as its file; set the path again.`,
    );
  }
  if (!row.rules || !row.reload) {
    throw conflict(
      'dbadmin.admin_may_not',
      'The administrator of this connection may not read pg_hba_file_rules or not reload the configuration; grant it both, or paste the block yourself.',
    );
  }
  const server = await findLocalServer(client);
  if (!server) {
    throw conflict(
      'dbadmin.hba_file_elsewhere',
      `${path} is on another machine, or out of reach of this service; paste the block at the top of it there and reload.`,
    );
  }
  // A server may answer with another identifier each time; its files do not change.
  await platform.requireMayManageServer(actor, server.identifier);
  await refuseStranger(path, server.account);
  return path;
}

/**
 * A server may name any file as its own, and this service may read and write more than the server: only what belongs to the
 * server's account and is called like such a file is shown or written.
 */
async function refuseStranger(path: string, account: number): Promise<void> {
  const found = await lstat(path).catch(() => null);
  // What is not a plain file is refused when it is opened.
  const isStranger = found?.isFile() === true && found.uid !== account;
  if (/hba/i.test(basename(path)) && !isStranger) return;
  throw conflict(
    'dbadmin.hba_file_odd',
    `${path} does not belong to the account of the server, or is not called as such files are (pg_hba.conf); paste the block yourself.`,
  );
}

/** What is said of an application that did not come to its end; null when all is well. */
export function explainLeftover(last: Application | null): string | null {
  if (last?.state !== 'applying' && last?.state !== 'undoing') return null;
  return `A change that was begun at ${last.appliedAt.toISOString()} has not come to its end. If nobody is at it just now, it was cut off: the next one first puts the file back as it was before.`;
}
