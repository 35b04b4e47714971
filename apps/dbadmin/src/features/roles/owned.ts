import type pg from 'pg';
import { AppError } from '@cairn/service';
import { MAINTENANCE, inSessionOf } from '../servers/service.ts';
import type { Servers } from '../servers/service.ts';
import type { OwnedInDatabase, OwnedObject } from './types.ts';

/** Names of so many objects of a database are told. */
const SHOWN = 200;

/** Goes without a word with its role: default privileges of what it would have made, and its logins elsewhere. */
const OF_NO_WORTH = `('pg_default_acl'::regclass, 'pg_user_mapping'::regclass)`;

/** What a server as a whole says of a role's ties, without a visit to each database. */
const TIES = `
  SELECT d.datname AS database, d.datallowconn AS open,
    count(*) FILTER (WHERE s.deptype = 'o' AND s.classid NOT IN ${OF_NO_WORTH})::int AS owned
  FROM pg_shdepend s LEFT JOIN pg_database d ON d.oid = s.dbid
  WHERE s.refclassid = 'pg_authid'::regclass AND s.refobjid = $1
  GROUP BY d.datname, d.datallowconn ORDER BY d.datname`;

const OBJECTS = `
  SELECT i.type AS kind, i.identity AS name
  FROM pg_shdepend s
    CROSS JOIN LATERAL pg_identify_object(s.classid, s.objid, s.objsubid) i
  WHERE s.refclassid = 'pg_authid'::regclass AND s.refobjid = $1 AND s.deptype = 'o'
    AND s.classid NOT IN ${OF_NO_WORTH}`;

export interface Ties {
  /** Databases, by name, with what the role owns there. */
  owned: OwnedInDatabase[];
  /** Every database in which the role owns something or has rights. */
  databases: string[];
  /** Those of them that nobody can connect to. */
  closed: string[];
}

/** What a role owns and where. A database that cannot be entered is there with its number of objects and the reason. */
export async function findOwned(servers: Servers, connectionId: number, oid: number): Promise<Ties> {
  const { ties, shared, ownDatabases } = await servers.ask(connectionId, async (client) => ({
    ties: (await client.query<{ database: string | null; open: boolean; owned: number }>(TIES, [oid])).rows,
    shared: await askObjects(
      client,
      `${OBJECTS} AND s.dbid = 0 AND s.classid <> 'pg_database'::regclass`,
      oid,
    ),
    ownDatabases: (
      await client.query<{ datname: string }>('SELECT datname FROM pg_database WHERE datdba = $1', [oid])
    ).rows.map(({ datname }) => datname),
  }));
  const databases = ties.flatMap(({ database }) => database ?? []);
  const counts = new Map(ties.map(({ database, owned }) => [database, owned]));
  const told = new Set([
    ...databases.filter((database) => counts.get(database)),
    ...ownDatabases,
    ...(shared.length > 0 ? [MAINTENANCE] : []),
  ]);
  const login = told.size > 0 ? await servers.login(connectionId) : null;
  const owned: OwnedInDatabase[] = [];
  for (const database of [...told].sort()) {
    const count = counts.get(database) ?? 0;
    // Tablespaces and the like belong to no database; they are told with the one that every server has.
    const common = database === MAINTENANCE ? shared : [];
    const ownsDatabase = ownDatabases.includes(database);
    const here = { database, ownsDatabase, count: count + common.length };
    try {
      const objects =
        count > 0 && login
          ? await inSessionOf(login, database, (client) =>
              askObjects(client, `${OBJECTS} AND s.dbid = (${OWN_OID}) ORDER BY 1, 2 LIMIT ${SHOWN}`, oid),
            )
          : [];
      owned.push({ ...here, objects: [...common, ...objects].slice(0, SHOWN) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      owned.push({ ...here, objects: common, error: error.message });
    }
  }
  const closed = ties.flatMap(({ database, open }) => (open ? [] : (database ?? [])));
  return { owned, databases, closed };
}

const OWN_OID = 'SELECT oid FROM pg_database WHERE datname = current_database()';

async function askObjects(client: pg.ClientBase, sql: string, oid: number): Promise<OwnedObject[]> {
  return (await client.query<OwnedObject>(sql, [oid])).rows;
}

/** How many objects of the database at hand a role owns. */
export async function countOwnedHere(client: pg.ClientBase, oid: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_shdepend s
     WHERE s.refclassid = 'pg_authid'::regclass AND s.refobjid = $1 AND s.deptype = 'o'
       AND s.classid NOT IN ${OF_NO_WORTH} AND s.dbid IN (0, (${OWN_OID}))`,
    [oid],
  );
  return rows[0]?.count ?? 0;
}
