import type pg from 'pg';
import { AppError } from '@cairn/service';
import { MAINTENANCE, inSessionOf } from '../servers/service.ts';
import type { Servers } from '../servers/service.ts';
import type { OwnedInDatabase, OwnedObject } from './types.ts';

/** How many objects of a database are listed. */
const MAX_LISTED = 200;

/** Dropped with a role without notice: its default privileges and user mappings. */
const IGNORED_CLASSES = `('pg_default_acl'::regclass, 'pg_user_mapping'::regclass)`;

/** The databases in which a role owns objects or has privileges, without a session in each of them. */
const REFERENCES = `
  SELECT d.datname AS database, d.datallowconn AS open,
    count(*) FILTER (WHERE s.deptype = 'o' AND s.classid NOT IN ${IGNORED_CLASSES})::int AS owned
  FROM pg_shdepend s LEFT JOIN pg_database d ON d.oid = s.dbid
  WHERE s.refclassid = 'pg_authid'::regclass AND s.refobjid = $1
  GROUP BY d.datname, d.datallowconn ORDER BY d.datname`;

const OBJECTS = `
  SELECT i.type AS kind, i.identity AS name
  FROM pg_shdepend s
    CROSS JOIN LATERAL pg_identify_object(s.classid, s.objid, s.objsubid) i
  WHERE s.refclassid = 'pg_authid'::regclass AND s.refobjid = $1 AND s.deptype = 'o'
    AND s.classid NOT IN ${IGNORED_CLASSES}`;

export interface Ownership {
  /** Databases, by name, with what the role owns there. */
  owned: OwnedInDatabase[];
  /** All databases in which the role owns objects or has privileges. */
  databases: string[];
  /** Those that do not accept connections. */
  closed: string[];
}

/** The objects of a role by database. For a database without access, only their number and the reason. */
export async function findOwnedObjects(
  servers: Servers,
  connectionId: number,
  oid: number,
): Promise<Ownership> {
  const { references, shared, ownDatabases } = await servers.ask(connectionId, async (client) => ({
    references: (
      await client.query<{ database: string | null; open: boolean; owned: number }>(REFERENCES, [oid])
    ).rows,
    shared: await queryObjects(
      client,
      `${OBJECTS} AND s.dbid = 0 AND s.classid <> 'pg_database'::regclass`,
      oid,
    ),
    ownDatabases: (
      await client.query<{ datname: string }>('SELECT datname FROM pg_database WHERE datdba = $1', [oid])
    ).rows.map(({ datname }) => datname),
  }));
  const databases = references.flatMap(({ database }) => database ?? []);
  const counts = new Map(references.map(({ database, owned }) => [database, owned]));
  const listed = new Set([
    ...databases.filter((database) => counts.get(database)),
    ...ownDatabases,
    ...(shared.length > 0 ? [MAINTENANCE] : []),
  ]);
  const login = listed.size > 0 ? await servers.login(connectionId) : null;
  const owned: OwnedInDatabase[] = [];
  for (const database of [...listed].sort()) {
    const count = counts.get(database) ?? 0;
    // Tablespaces belong to no database; they are listed with the one that every server has.
    const common = database === MAINTENANCE ? shared : [];
    const ownsDatabase = ownDatabases.includes(database);
    const here = { database, ownsDatabase, count: count + common.length };
    try {
      const objects =
        count > 0 && login
          ? await inSessionOf(login, database, (client) =>
              queryObjects(
                client,
                `${OBJECTS} AND s.dbid = (${OWN_OID}) ORDER BY 1, 2 LIMIT ${MAX_LISTED}`,
                oid,
              ),
            )
          : [];
      owned.push({ ...here, objects: [...common, ...objects].slice(0, MAX_LISTED) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      owned.push({ ...here, objects: common, error: error.message });
    }
  }
  const closed = references.flatMap(({ database, open }) => (open ? [] : (database ?? [])));
  return { owned, databases, closed };
}

const OWN_OID = 'SELECT oid FROM pg_database WHERE datname = current_database()';

async function queryObjects(client: pg.ClientBase, sql: string, oid: number): Promise<OwnedObject[]> {
  return (await client.query<OwnedObject>(sql, [oid])).rows;
}

/** How many objects a role owns in the current database. */
export async function countOwnedObjects(client: pg.ClientBase, oid: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_shdepend s
     WHERE s.refclassid = 'pg_authid'::regclass AND s.refobjid = $1 AND s.deptype = 'o'
       AND s.classid NOT IN ${IGNORED_CLASSES} AND s.dbid IN (0, (${OWN_OID}))`,
    [oid],
  );
  return rows[0]?.count ?? 0;
}
