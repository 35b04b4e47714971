import type { PortalRegistry } from '@cairn/auth';
import { IDENTITY_SQL, ServerClient, verifiesServer } from '@cairn/db';
import type { DatabaseIdentity } from '@cairn/db';
import { AppError, forbidden, unavailable } from '@cairn/service';
import type { Actor, Logger } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { Servers } from '../servers/service.ts';
import { findServerIdentifier, findServerIdentifiers, saveServerIdentifier } from './repo.ts';

/** insufficient_privilege */
const FORBIDDEN = '42501';
/** A database of the platform may move to another server at any time. */
const REFRESH_MS = 60_000;

type Source = () => Promise<DatabaseIdentity[]>;

export type Platform = ReturnType<typeof createPlatform>;

interface PlatformOptions {
  db: Db;
  servers: Servers;
  /** Addresses of databases of the platform that this service uses itself. */
  urls: string[];
  /** Knows the databases of the other services; null without a portal. */
  registry: Pick<PortalRegistry, 'listPlatformDatabases'> | null;
  logger: Pick<Logger, 'warn'>;
  /** 60,000 by default. */
  askEveryMs?: number;
}

/**
 * Recognises the platform's own databases and their servers, by the identifiers of the servers. A superuser of such a server
 * controls the platform, and so does every user who can act with its admin role. A server that a service no longer uses counts
 * too, until an administrator removes it in the portal. Until all sources have responded once, any server may be one of them.
 */
export function createPlatform(options: PlatformOptions) {
  const { db, servers, urls, registry, logger, askEveryMs = REFRESH_MS } = options;
  const sources: Source[] = [...new Set(urls)].map((url) => withEarlier(() => identify(url)));
  if (registry) sources.push(() => registry.listPlatformDatabases());
  /** The latest response of each source. */
  const answers = new Map<Source, DatabaseIdentity[]>();
  let asking: Promise<void> | null = null;
  let nextAt = 0;

  async function askAll(): Promise<void> {
    await Promise.all(
      sources.map(async (source) => {
        const databases = await source().catch((err: unknown) => {
          logger.warn({ err }, 'could not list platform databases');
          return null;
        });
        if (databases !== null) answers.set(source, databases);
      }),
    );
    nextAt = performance.now() + askEveryMs;
  }

  /** `isComplete`: every source has responded at least once. */
  async function databases(): Promise<{ identities: DatabaseIdentity[]; isComplete: boolean }> {
    const isComplete = () => answers.size === sources.length;
    if (!isComplete() || performance.now() >= nextAt) {
      asking ??= askAll().finally(() => (asking = null));
      await asking;
    }
    return { identities: [...answers.values()].flat(), isComplete: isComplete() };
  }

  /**
   * Reads the identifier from the server, and saves it for when the server is down.
   * @throws {AppError} forbidden when the admin role may not read it.
   */
  async function askServerId(connectionId: number): Promise<string> {
    const id = await servers
      .ask(connectionId, async (client) => {
        const { rows } = await client.query<DatabaseIdentity>(IDENTITY_SQL);
        return rows[0]?.serverIdentifier ?? '';
      })
      .catch((error: { code?: string }) => {
        throw error.code === FORBIDDEN ? serverUnidentified() : error;
      });
    await saveServerIdentifier(db, connectionId, id);
    return id;
  }

  /** Whether a server has a database of the platform. */
  async function isOwnId(id: string): Promise<boolean> {
    const platform = await databases();
    return (
      !platform.isComplete || platform.identities.some(({ serverIdentifier }) => serverIdentifier === id)
    );
  }

  /** Whether a connection leads to the platform's own server. Throws when the server has never returned its identifier. */
  async function ownsServer(connectionId: number): Promise<boolean> {
    try {
      return await isOwnId(await askServerId(connectionId));
    } catch (error) {
      const saved = await findServerIdentifier(db, connectionId);
      const isOwn = saved !== null && (await isOwnId(saved));
      // A server that responds without its identifier may be a different one.
      if (saved === null || (!isOwn && isForbidden(error))) throw error;
      return isOwn;
    }
  }

  /** The error for a user who may not use something that is, or may be, the platform's. */
  async function refusal(): Promise<AppError> {
    return (await databases()).isComplete ? platformOnly() : platformUnknown();
  }

  return {
    ownsServer,

    /** By a saved identifier: for lists, which must not wait for servers. */
    isOwnId,

    /** Connections to servers that are, or may be, the platform's own. By saved identifiers, as `isOwnId`. */
    async findOwnConnections(): Promise<Set<number>> {
      const [rows, platform] = await Promise.all([findServerIdentifiers(db), databases()]);
      const own = new Set(platform.identities.map(({ serverIdentifier }) => serverIdentifier));
      const isOwn = (id: string | null) => id === null || !platform.isComplete || own.has(id);
      return new Set(rows.filter((row) => isOwn(row.identifier)).map(({ connectionId }) => connectionId));
    },

    /** Whether a database on the platform's server is the platform's own, judged by its name. */
    async isOwnName(name: string): Promise<boolean> {
      return (await databases()).identities.some((database) => database.name === name);
    },

    /** Whether a database is the platform's own. */
    async ownsDatabase(connectionId: number, name: string): Promise<boolean> {
      const platform = await databases();
      if (!platform.isComplete) throw platformUnknown();
      const namesakes = platform.identities.filter((database) => database.name === name);
      if (namesakes.length === 0) return false;
      const id = await askServerId(connectionId);
      return namesakes.some(({ serverIdentifier }) => serverIdentifier === id);
    },

    /** On the platform's own server only administrators of the platform may proceed. @throws {AppError} forbidden */
    async requireMayManage(actor: Pick<Actor, 'isAdmin'>, connectionId: number): Promise<void> {
      if (!actor.isAdmin && (await ownsServer(connectionId))) throw await refusal();
    },

    /** As `requireMayManage`, for a server whose identifier was proved in another way. */
    async requireMayManageServer(actor: Pick<Actor, 'isAdmin'>, serverId: string): Promise<void> {
      if (!actor.isAdmin && (await isOwnId(serverId))) throw await refusal();
    },

    /**
     * As `requireMayManage`, for changes of the connection itself, which must be possible while its server is down.
     * @throws {AppError} forbidden also when databases are registered on a server with an unknown identifier.
     */
    async requireMayChange(
      actor: Pick<Actor, 'isAdmin'>,
      { id, databaseCount }: { id: number; databaseCount: number },
    ): Promise<void> {
      if (actor.isAdmin) return;
      const isOwn = await ownsServer(id).catch((error: unknown) => {
        if (!(error instanceof AppError) || (isForbidden(error) && databaseCount > 0)) throw error;
        return databaseCount > 0;
      });
      if (isOwn) throw await refusal();
    },

    /**
     * Backups of the platform's servers are for its administrators, wherever they are listed. Backups of earlier versions are
     * recognised by the name of their database.
     * @throws {AppError} forbidden
     */
    async requireMayUseBackup(
      actor: Pick<Actor, 'isAdmin'>,
      { serverIdentifier, databaseName }: { serverIdentifier: string | null; databaseName: string },
    ): Promise<void> {
      if (actor.isAdmin) return;
      if (serverIdentifier !== null) {
        if (await isOwnId(serverIdentifier)) throw await refusal();
        return;
      }
      const platform = await databases();
      if (!platform.isComplete || platform.identities.some(({ name }) => name === databaseName))
        throw await refusal();
    },
  };
}

function platformUnknown() {
  return unavailable(
    'dbadmin.platform_unknown',
    'Cannot tell yet which servers hold data of the platform, because the portal or a database is not responding. Try again in a moment.',
  );
}

function platformOnly() {
  return forbidden(
    'dbadmin.platform_server',
    "This is the platform's own server. Only administrators of the platform can do this.",
  );
}

function serverUnidentified() {
  return forbidden(
    'dbadmin.server_unidentified',
    "The admin role of this connection may not read the server's identifier, so this may be the platform's own server. Grant it EXECUTE on pg_control_system() in the database postgres, or ask an administrator of the platform.",
  );
}

function isForbidden(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'forbidden';
}

/** Returns earlier responses as well. The portal itself drops what was removed there. */
function withEarlier(source: Source): Source {
  const earlier = new Map<string, DatabaseIdentity>();
  return async () => {
    for (const database of await source()) earlier.set(JSON.stringify(database), database);
    return [...earlier.values()];
  };
}

async function identify(url: string): Promise<DatabaseIdentity[]> {
  const client = new ServerClient({
    connectionString: url,
    connectionTimeoutMillis: 3_000,
    isServerVerified: verifiesServer(url),
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<DatabaseIdentity>(IDENTITY_SQL)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
