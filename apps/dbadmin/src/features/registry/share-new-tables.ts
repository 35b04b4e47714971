import { ident } from '@cairn/db';
import type pg from 'pg';
import { privilegeList } from '../access/levels.ts';

const KINDS = [
  ['SCHEMAS', 'schema'],
  ['TABLES', 'table'],
  ['SEQUENCES', 'sequence'],
] as const;

/**
 * Lets logins that only read also read what logins that write will create: the vault loads a file with its own login, and the
 * report server is to show the table. Default privileges belong to the role that creates, so the admin role must be a member of it;
 * writers it is not a member of are left out.
 */
export async function shareNewTables(
  client: pg.ClientBase,
  { writers, readers }: { writers: string[]; readers: string[] },
): Promise<void> {
  const [creators, grantees] = [await rolesOf(client, writers, true), await rolesOf(client, readers, false)];
  if (creators.length === 0 || grantees.length === 0) return;
  for (const [kinds, kind] of KINDS) {
    await client.query(
      `ALTER DEFAULT PRIVILEGES FOR ROLE ${creators.join(', ')}
         GRANT ${privilegeList('readonly', kind)} ON ${kinds} TO ${grantees.join(', ')}`,
    );
  }
}

/** Quoted names of those that still exist on the server; for creators also: of which the admin role is a member. */
async function rolesOf(client: pg.ClientBase, names: string[], isCreator: boolean): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT rolname AS name FROM pg_roles
      WHERE rolname = ANY($1) AND (NOT $2 OR pg_has_role(oid, 'MEMBER')) ORDER BY 1`,
    [names, isCreator],
  );
  return rows.map(({ name }) => ident(name));
}
