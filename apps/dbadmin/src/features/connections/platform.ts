import type { PortalRegistry } from '@cairn/auth';
import { IDENTITY_SQL, ServerClient, verifiesServer } from '@cairn/db';
import type { DatabaseIdentity } from '@cairn/db';
import { AppError, forbidden, unavailable } from '@cairn/service';
import type { Actor, Logger } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { Servers } from '../servers/service.ts';

/** insufficient_privilege */
const FORBIDDEN = '42501';
/** A database of the platform may move to another server at any time. */
const ASK_EVERY_MS = 60_000;

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
  /** 60,000 unless said otherwise. */
  askEveryMs?: number;
}

/**
 * The databases of all services of the platform and their servers, recognised by the identifiers of the servers. A superuser of
 * such a server owns the platform, and so does every user who can act with the administrator's role there. A server that a
 * service has left counts too, until an administrator removes it in the portal. Until all have been asked once, any server may be
 * one of them.
 */
export function createPlatform(options: PlatformOptions) {
  const { db, servers, urls, registry, logger, askEveryMs = ASK_EVERY_MS } = options;
  const sources: Source[] = [...new Set(urls)].map((url) => withEarlier(() => identify(url)));
  if (registry) sources.push(() => registry.listPlatformDatabases());
  /** The last answer of each source. */
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

  /** `isComplete`: every source has answered at least once. */
  async function databases(): Promise<{ known: DatabaseIdentity[]; isComplete: boolean }> {
    const isComplete = () => answers.size === sources.length;
    if (!isComplete() || performance.now() >= nextAt) {
      asking ??= askAll().finally(() => (asking = null));
      await asking;
    }
    return { known: [...answers.values()].flat(), isComplete: isComplete() };
  }

  /**
   * Asks the server, and remembers its answer for the time when it does not answer. AppError `forbidden` where the connection's
   * administrator may not ask.
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
    await db
      .updateTable('connections')
      .set({ server_identifier: id })
      .where('id', '=', connectionId)
      .where((eb) => eb('server_identifier', 'is distinct from', id))
      .execute();
    return id;
  }

  async function rememberedServerId(connectionId: number): Promise<string | null> {
    const row = await db
      .selectFrom('connections')
      .select('server_identifier')
      .where('id', '=', connectionId)
      .executeTakeFirst();
    return row?.server_identifier ?? null;
  }

  /** Whether a server has a database of the platform. */
  async function isOwnId(id: string): Promise<boolean> {
    const platform = await databases();
    return !platform.isComplete || platform.known.some(({ serverIdentifier }) => serverIdentifier === id);
  }

  /**
   * Whether a connection leads to the platform's own server. Throws what asking the server throws when it has never been
   * asked successfully.
   */
  async function ownsServer(connectionId: number): Promise<boolean> {
    try {
      return await isOwnId(await askServerId(connectionId));
    } catch (error) {
      const remembered = await rememberedServerId(connectionId);
      const isOwn = remembered !== null && (await isOwnId(remembered));
      // A server that answers without its identifier may be another one than the remembered.
      if (remembered === null || (!isOwn && isForbidden(error))) throw error;
      return isOwn;
    }
  }

  /** The error for a user who may not use what is, or may be, the platform's. */
  async function refusal(): Promise<AppError> {
    return (await databases()).isComplete ? platformOnly() : platformUnknown();
  }

  return {
    ownsServer,

    /** From what is remembered of a server alone: for lists, which must not wait for servers. */
    isOwnId,

    /** Connections to servers that are, or may be, the platform's own. From what is remembered of servers alone, as `isOwnId`. */
    async findOwnConnections(): Promise<Set<number>> {
      const [rows, platform] = await Promise.all([
        db.selectFrom('connections').select(['id', 'server_identifier']).execute(),
        databases(),
      ]);
      const own = new Set(platform.known.map(({ serverIdentifier }) => serverIdentifier));
      const isOwn = (id: string | null) => id === null || !platform.isComplete || own.has(id);
      return new Set(rows.filter((row) => isOwn(row.server_identifier)).map(({ id }) => id));
    },

    /** Whether a database of the platform's server would be the platform's own by its name. */
    async isOwnName(name: string): Promise<boolean> {
      return (await databases()).known.some((database) => database.name === name);
    },

    /** Whether a database of a connection is the platform's own. */
    async ownsDatabase(connectionId: number, name: string): Promise<boolean> {
      const platform = await databases();
      if (!platform.isComplete) throw platformUnknown();
      const namesakes = platform.known.filter((database) => database.name === name);
      if (namesakes.length === 0) return false;
      const id = await askServerId(connectionId);
      return namesakes.some(({ serverIdentifier }) => serverIdentifier === id);
    },

    /** AppError `forbidden` for everybody but administrators of the platform on the platform's own server. */
    async requireMayManage(actor: Pick<Actor, 'isAdmin'>, connectionId: number): Promise<void> {
      if (!actor.isAdmin && (await ownsServer(connectionId))) throw await refusal();
    },

    /** As `requireMayManage`, for a server whose identifier is proved otherwise. */
    async requireMayManageServer(actor: Pick<Actor, 'isAdmin'>, serverId: string): Promise<void> {
      if (!actor.isAdmin && (await isOwnId(serverId))) throw await refusal();
    },

    /**
     * As `requireMayManage`, for changes of the connection itself, which must be possible while its server does not answer:
     * AppError `forbidden` when databases are registered on a server whose identifier is not known.
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
     * AppError `forbidden`: backups of the platform's servers are for its administrators, wherever they are listed. Of a backup
     * that an earlier version made the name of its database decides.
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
      if (!platform.isComplete || platform.known.some(({ name }) => name === databaseName))
        throw await refusal();
    },
  };
}

function platformUnknown() {
  return unavailable(
    'dbadmin.platform_unknown',
    'It is not known yet which servers hold data of the platform, because the portal or a database does not answer. Try again in a moment.',
  );
}

function platformOnly() {
  return forbidden(
    'dbadmin.platform_server',
    'This is the server of the platform itself. Only administrators of the platform may do this there; ask one.',
  );
}

function serverUnidentified() {
  return forbidden(
    'dbadmin.server_unidentified',
    "The administrator of this connection may not read the server's identifier, so this may be the server of the platform itself. Grant it EXECUTE on pg_control_system() in the database postgres, or ask an administrator of the platform.",
  );
}

function isForbidden(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'forbidden';
}

/** Answers with what it answered before as well. The portal forgets by itself what was removed there. */
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
