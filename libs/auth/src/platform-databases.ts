import { IDENTITY_SQL, readDatabaseIdentity } from '@cairn/db';
import type { DatabaseIdentity } from '@cairn/db';
import type { PortalRegistry } from './registry.ts';

const NO_PRIVILEGE = '42501';
/** A database of the platform may move to another server at any time. */
const REFRESH_MS = 60_000;

interface PlatformDatabasesOptions {
  /** The service's own database. */
  db: Parameters<typeof readDatabaseIdentity>[0];
  /** Knows the databases of the other services; null without a portal. */
  registry: Pick<PortalRegistry, 'listPlatformDatabases'> | null;
}

/** A session of any driver in a database that a user named. */
interface Queryable {
  query(text: string): Promise<{ rows: unknown[] }>;
}

/** `unidentified`: the platform has a database of this name, and the login may not read which server this is. */
export type DatabaseOwner =
  | { owner: 'other' | 'platform' | 'unidentified'; database: string }
  /** The databases of the platform could not be listed yet. */
  | { owner: 'unknown'; cause: unknown };

export type PlatformDatabases = ReturnType<typeof createPlatformDatabases>;

/** Recognises the platform's own databases, which hold passwords and sessions, by the identifiers of their servers. */
export function createPlatformDatabases({ db, registry }: PlatformDatabasesOptions) {
  let known: { identities: DatabaseIdentity[]; until: number } | null = null;

  /** @throws the error of the database or the portal, as long as nothing is known */
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
      if (!known) throw error;
    }
    return known.identities;
  }

  return {
    /** Whose database a session is in. Throws the errors of the session. */
    async ownerOf(client: Queryable): Promise<DatabaseOwner> {
      let identities: DatabaseIdentity[];
      try {
        identities = await databases();
      } catch (cause) {
        return { owner: 'unknown', cause };
      }
      const { rows } = await client.query('SELECT current_database()::text AS name');
      // A server that a user named may answer anything.
      const database = String((rows[0] as { name: unknown } | undefined)?.name);
      const namesakes = identities.filter((identity) => identity.name === database);
      if (namesakes.length === 0) return { owner: 'other', database };
      const server = await readServerIdentifier(client);
      if (server === null) return { owner: 'unidentified', database };
      const isPlatform = namesakes.some(({ serverIdentifier }) => serverIdentifier === server);
      return { owner: isPlatform ? 'platform' : 'other', database };
    },
  };
}

export interface PlatformProblem {
  /** The end of an error code. `platform_unknown` goes by without anybody's help. */
  name: 'platform_database' | 'database_unidentified' | 'platform_unknown';
  /** For people. */
  sentence: string;
  cause?: unknown;
}

/** Why a session may not be used: it is in a database of the platform, or in one that may be. Null for any other database. */
export function findPlatformProblem(found: DatabaseOwner): PlatformProblem | null {
  switch (found.owner) {
    case 'other':
      return null;
    case 'platform':
      return {
        name: 'platform_database',
        sentence:
          "This is a database of the platform itself, with everybody's passwords and sessions. Choose another database.",
      };
    case 'unidentified':
      return {
        name: 'database_unidentified',
        sentence: `The login may not read which server this is, and the platform has a database "${found.database}" too. Grant it EXECUTE on pg_control_system() there.`,
      };
    case 'unknown':
      return {
        name: 'platform_unknown',
        sentence:
          'Cannot tell yet which databases belong to the platform, because the portal is not responding. Try again in a moment.',
        cause: found.cause,
      };
  }
}

async function readServerIdentifier(client: Queryable): Promise<string | null> {
  try {
    const { rows } = await client.query(IDENTITY_SQL);
    return (rows[0] as DatabaseIdentity | undefined)?.serverIdentifier ?? null;
  } catch (error) {
    if ((error as { code?: string }).code !== NO_PRIVILEGE) throw error;
    return null;
  }
}
