import { ident } from '@cairn/db';
import type pg from 'pg';
import { readCurrentRole } from '../roles/server-queries.ts';

/** Tables per statement. */
const BATCH = 500;
const USER_SCHEMAS = `n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`;

interface GrantedPrivileges {
  /** The statements that revoke them. */
  statements: string[];
  /** Schemas and tables that had no ACL before. */
  withoutAcl: { schemas: number[]; tables: number[] };
}

/**
 * Grants privileges that a restore needs before those of the archive are restored: owners create objects in schemas of others and
 * reference tables of others, and rows of tables of superusers are loaded by a login that may only insert them. No other role can
 * connect to the database at that time.
 */
export function createTemporaryPrivileges() {
  const granted: GrantedPrivileges = { statements: [], withoutAcl: { schemas: [], tables: [] } };

  async function grant(client: pg.ClientBase, privileges: string, on: string, to: string): Promise<void> {
    await client.query(`GRANT ${privileges} ON ${on} TO ${ident(to)}`);
    granted.statements.push(`REVOKE ${privileges} ON ${on} FROM ${ident(to)}`);
  }

  async function grantTables(client: pg.ClientBase, tables: Table[], privileges: string, to: string) {
    granted.withoutAcl.tables.push(...tables.filter((table) => table.hasNoAcl).map(({ oid }) => oid));
    for (let at = 0; at < tables.length; at += BATCH) {
      const names = tables.slice(at, at + BATCH).map(({ name }) => name);
      await grant(client, privileges, `TABLE ${names.join(', ')}`, to);
    }
  }

  return {
    /** USAGE on all schemas, and CREATE on those that `createsIn` chooses by name. */
    async schemas(
      client: pg.ClientBase,
      to: string,
      createsIn: (schemas: string[]) => Set<string | null>,
    ): Promise<void> {
      const { rows } = await client.query<{ oid: number; name: string; hasNoAcl: boolean }>(
        `SELECT n.oid, n.nspname AS name, n.nspacl IS NULL AS "hasNoAcl" FROM pg_namespace n
          WHERE ${USER_SCHEMAS} AND n.nspowner <> (SELECT oid FROM pg_roles WHERE rolname = $1)`,
        [to],
      );
      const chosen = createsIn(rows.map(({ name }) => name));
      for (const { oid, name, hasNoAcl } of rows) {
        if (hasNoAcl) granted.withoutAcl.schemas.push(oid);
        await grant(client, chosen.has(name) ? 'USAGE, CREATE' : 'USAGE', `SCHEMA ${ident(name)}`, to);
      }
    },

    /** For foreign keys to tables of others. */
    async references(client: pg.ClientBase, to: string): Promise<void> {
      const others = `c.relkind IN ('r', 'p') AND c.relowner <> (SELECT oid FROM pg_roles WHERE rolname = $1)`;
      await grantTables(client, await findTables(client, others, [to]), 'REFERENCES', to);
    },

    /** For loading the rows of tables of `owners`. */
    async inserts(client: pg.ClientBase, to: string, owners: string[]): Promise<void> {
      const theirs = `c.relowner IN (SELECT oid FROM pg_roles WHERE rolname = ANY($1))`;
      const tables = await findTables(client, `c.relkind IN ('r', 'p') AND ${theirs}`, [owners]);
      await grantTables(client, tables, 'SELECT, INSERT', to);
    },

    /** Revokes the privileges, and removes ACLs that were not there before. */
    async revokeAll(client: pg.ClientBase): Promise<void> {
      for (const statement of granted.statements.splice(0)) await client.query(statement);
      if (!(await readCurrentRole(client)).superuser) return;
      const { schemas, tables } = granted.withoutAcl;
      await client.query('UPDATE pg_namespace SET nspacl = NULL WHERE oid = ANY($1::oid[])', [schemas]);
      await client.query('UPDATE pg_class SET relacl = NULL WHERE oid = ANY($1::oid[])', [tables]);
    },
  };
}

interface Table {
  oid: number;
  /** Quoted, with its schema. */
  name: string;
  hasNoAcl: boolean;
}

async function findTables(client: pg.ClientBase, condition: string, values: unknown[]): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.oid, format('%I.%I', n.nspname, c.relname) AS name, c.relacl IS NULL AS "hasNoAcl"
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${USER_SCHEMAS} AND ${condition}`,
    values,
  );
  return rows;
}
