import type pg from 'pg';
import type { PortalRegistry } from '@cairn/auth';
import { IDENTITY_SQL, readDatabaseIdentity } from '@cairn/db';
import type { DatabaseIdentity } from '@cairn/db';
import type { Db } from '../../db/schema.ts';
import { databaseUnidentified, platformDatabase, platformUnknown } from './errors.ts';

const NO_PRIVILEGE = '42501';
/** A database of the platform may move to another server at any time. */
const REFRESH_MS = 60_000;

interface PlatformDeps {
  db: Db;
  /** Knows the databases of the other services; null without a portal. */
  registry: Pick<PortalRegistry, 'listPlatformDatabases'> | null;
}

export type PlatformDatabases = ReturnType<typeof createPlatformDatabases>;

/** Recognises the platform's own databases, which hold passwords and sessions, by the identifiers of their servers. */
export function createPlatformDatabases({ db, registry }: PlatformDeps) {
  let known: { identities: DatabaseIdentity[]; until: number } | null = null;

  async function databases(): Promise<DatabaseIdentity[]> {
    if (known && performance.now() < known.until) return known.identities;
    try {
      const [own, others] = await Promise.all([
        readDatabaseIdentity(db),
        registry?.listPlatformDatabases() ?? [],
      ]);
      known = { identities: [own, ...others], until: performance.now() + REFRESH_MS };
    } catch (error) {
      // What was known a minute ago is nearly always still right; knowing nothing is not.
      if (!known) throw Object.assign(platformUnknown(), { cause: error });
    }
    return known.identities;
  }

  return {
    /** @throws {AppError} bad_request when the session is in a database of the platform, or in one that may be */
    async refuse(client: pg.ClientBase): Promise<void> {
      const identities = await databases();
      const { rows } = await client.query<{ name: string }>('SELECT current_database()::text AS name');
      const { name } = rows[0]!;
      const namesakes = identities.filter((identity) => identity.name === name);
      if (namesakes.length === 0) return;
      const server = await readServerIdentifier(client);
      if (server === null) throw databaseUnidentified(name);
      if (namesakes.some(({ serverIdentifier }) => serverIdentifier === server)) throw platformDatabase();
    },
  };
}

async function readServerIdentifier(client: pg.ClientBase): Promise<string | null> {
  try {
    const { rows } = await client.query<DatabaseIdentity>(IDENTITY_SQL);
    return rows[0]?.serverIdentifier ?? null;
  } catch (error) {
    if ((error as { code?: string }).code !== NO_PRIVILEGE) throw error;
    return null;
  }
}
