import { ident } from '@cairn/db';
import type pg from 'pg';

/**
 * Makes an empty database that only the administrator can connect to, from the first moment on: a user who connected while something
 * is built there could put functions in the way. `openToAll` or `copyProperties` open it.
 */
export async function createClosed(client: pg.ClientBase, name: string, options: string): Promise<void> {
  const database = ident(name);
  await client.query(`CREATE DATABASE ${database} TEMPLATE template0 ${options} ALLOW_CONNECTIONS false`);
  await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
  await client.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
}

/** Gives everybody what everybody may do in a new database. */
export async function openToAll(client: pg.ClientBase, name: string): Promise<void> {
  await client.query(`GRANT CONNECT, TEMPORARY ON DATABASE ${ident(name)} TO PUBLIC`);
}
