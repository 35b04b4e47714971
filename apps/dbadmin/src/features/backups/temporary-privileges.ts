import { ident } from '@cairn/db';
import type pg from 'pg';
import { whoWeAre } from '../roles/repo.ts';

/** Tables in one statement. */
const BATCH = 500;
const PEOPLES = `n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`;

interface Lent {
  /** What takes it back again. */
  statements: string[];
  /** Schemas and tables without any granted privileges. */
  untouched: { schemas: number[]; tables: number[] };
}

/**
 * Privileges that the restore needs before those of the archive hold: owners make objects in schemas of others and refer to tables
 * of others, and rows of tables that belong to superusers are loaded by a login that may insert them and nothing else.
 * Everything happens in a database to which no other role can connect.
 */
export function createTemporaryPrivileges() {
  const lent: Lent = { statements: [], untouched: { schemas: [], tables: [] } };

  async function lend(client: pg.ClientBase, privileges: string, on: string, to: string): Promise<void> {
    await client.query(`GRANT ${privileges} ON ${on} TO ${ident(to)}`);
    lent.statements.push(`REVOKE ${privileges} ON ${on} FROM ${ident(to)}`);
  }

  async function lendTables(client: pg.ClientBase, tables: Table[], privileges: string, to: string) {
    lent.untouched.tables.push(...tables.filter((table) => table.bare).map(({ oid }) => oid));
    for (let at = 0; at < tables.length; at += BATCH) {
      const names = tables.slice(at, at + BATCH).map(({ name }) => name);
      await lend(client, privileges, `TABLE ${names.join(', ')}`, to);
    }
  }

  return {
    /** All schemas may be used, and something be made in those that `makesIn` chooses from their names. */
    async schemas(
      client: pg.ClientBase,
      to: string,
      makesIn: (schemas: string[]) => Set<string | null>,
    ): Promise<void> {
      const { rows } = await client.query<{ oid: number; name: string; bare: boolean }>(
        `SELECT n.oid, n.nspname AS name, n.nspacl IS NULL AS bare FROM pg_namespace n
          WHERE ${PEOPLES} AND n.nspowner <> (SELECT oid FROM pg_roles WHERE rolname = $1)`,
        [to],
      );
      const chosen = makesIn(rows.map(({ name }) => name));
      for (const { oid, name, bare } of rows) {
        if (bare) lent.untouched.schemas.push(oid);
        await lend(client, chosen.has(name) ? 'USAGE, CREATE' : 'USAGE', `SCHEMA ${ident(name)}`, to);
      }
    },

    /** For foreign keys to tables of others. */
    async references(client: pg.ClientBase, to: string): Promise<void> {
      const others = `c.relkind IN ('r', 'p') AND c.relowner <> (SELECT oid FROM pg_roles WHERE rolname = $1)`;
      await lendTables(client, await findTables(client, others, [to]), 'REFERENCES', to);
    },

    /** For the rows of tables whose owners are `owners`. */
    async inserts(client: pg.ClientBase, to: string, owners: string[]): Promise<void> {
      const theirs = `c.relowner IN (SELECT oid FROM pg_roles WHERE rolname = ANY($1))`;
      const tables = await findTables(client, `c.relkind IN ('r', 'p') AND ${theirs}`, [owners]);
      await lendTables(client, tables, 'SELECT, INSERT', to);
    },

    /** Leaves everything as it was made: a list of privileges that says only what holds without one goes too. */
    async takeBack(client: pg.ClientBase): Promise<void> {
      for (const statement of lent.statements.splice(0)) await client.query(statement);
      if (!(await whoWeAre(client)).superuser) return;
      const { schemas, tables } = lent.untouched;
      await client.query('UPDATE pg_namespace SET nspacl = NULL WHERE oid = ANY($1::oid[])', [schemas]);
      await client.query('UPDATE pg_class SET relacl = NULL WHERE oid = ANY($1::oid[])', [tables]);
    },
  };
}

interface Table {
  oid: number;
  /** Quoted, with its schema. */
  name: string;
  bare: boolean;
}

async function findTables(client: pg.ClientBase, condition: string, values: unknown[]): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.oid, format('%I.%I', n.nspname, c.relname) AS name, c.relacl IS NULL AS bare
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${PEOPLES} AND ${condition}`,
    values,
  );
  return rows;
}
