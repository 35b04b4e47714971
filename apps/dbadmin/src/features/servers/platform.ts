import { ServerClient, verifiesServer } from '@cairn/db';
import { AppError, forbidden } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { Servers } from './service.ts';

/** Identifies a cluster and its replicas for their whole life, under whatever address they are reached. */
const SYSTEM_ID = 'SELECT system_identifier::text AS id FROM pg_control_system()';

interface PlatformDatabase {
  name: string;
  /** null when the platform's server could not be asked. */
  serverId: string | null;
}

export type Platform = ReturnType<typeof createPlatform>;

/**
 * The platform's own database and its server, recognised by the server's identifier. A superuser of that server owns the
 * platform, and so does everybody who can act with the administrator's role there.
 */
export function createPlatform({ db, servers, urls }: { db: Db; servers: Servers; urls: string[] }) {
  let own: Promise<PlatformDatabase[]> | null = null;

  async function databases(): Promise<PlatformDatabase[]> {
    own ??= Promise.all([...new Set(urls)].map(identify));
    const known = await own;
    // What could not be asked now is asked again next time.
    if (known.some(({ serverId }) => serverId === null)) own = null;
    return known;
  }

  /** Asks the server, and remembers its answer for the time when it does not answer. */
  async function askServerId(connectionId: number): Promise<string> {
    const id = await servers.ask(connectionId, async (client) => {
      const { rows } = await client.query<{ id: string }>(SYSTEM_ID);
      return rows[0]?.id ?? '';
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

  /** An identity that the platform does not know of itself may be any. */
  async function isOwnId(id: string): Promise<boolean> {
    return (await databases()).some(({ serverId }) => serverId === null || serverId === id);
  }

  /**
   * Whether a connection leads to the platform's own server. Throws what asking the server throws when nobody ever found
   * out which server it is.
   */
  async function ownsServer(connectionId: number): Promise<boolean> {
    try {
      return await isOwnId(await askServerId(connectionId));
    } catch (error) {
      const remembered = await rememberedServerId(connectionId);
      if (remembered === null) throw error;
      return isOwnId(remembered);
    }
  }

  return {
    ownsServer,

    /** From what is remembered of a server alone: for lists, which must not wait for servers. */
    isOwnId,

    /** Whether a database of a connection is the platform's own. */
    async ownsDatabase(connectionId: number, name: string): Promise<boolean> {
      const namesakes = (await databases()).filter((database) => database.name === name);
      if (namesakes.length === 0) return false;
      const id = await askServerId(connectionId);
      return namesakes.some(({ serverId }) => serverId === null || serverId === id);
    },

    /** AppError `forbidden` for everybody but administrators of the platform on the platform's own server. */
    async requireMayManage(actor: Pick<Actor, 'isAdmin'>, connectionId: number): Promise<void> {
      if (!actor.isAdmin && (await ownsServer(connectionId))) throw platformOnly();
    },

    /** As `requireMayManage`, for a server whose identifier is proved otherwise. */
    async requireMayManageServer(actor: Pick<Actor, 'isAdmin'>, serverId: string): Promise<void> {
      if (!actor.isAdmin && (await isOwnId(serverId))) throw platformOnly();
    },

    /**
     * As `requireMayManage`, for changes of the connection itself, which must be possible while its server does not answer:
     * AppError `forbidden` when databases are registered on a server that nobody ever found out.
     */
    async requireMayChange(
      actor: Pick<Actor, 'isAdmin'>,
      { id, databaseCount }: { id: number; databaseCount: number },
    ): Promise<void> {
      if (actor.isAdmin) return;
      const isOwn = await ownsServer(id).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        return databaseCount > 0;
      });
      if (isOwn) throw platformOnly();
    },

    /** AppError `forbidden`: backups of the platform's own database are for its administrators, wherever they are listed. */
    async requireMayUseBackup(actor: Pick<Actor, 'isAdmin'>, databaseName: string): Promise<void> {
      if (actor.isAdmin) return;
      if ((await databases()).some(({ name }) => name === databaseName)) throw platformOnly();
    },
  };
}

function platformOnly() {
  return forbidden(
    'dbadmin.platform_server',
    'This is the server of the platform itself. Only administrators of the platform may do this there; ask one.',
  );
}

async function identify(url: string): Promise<PlatformDatabase> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  const client = new ServerClient({
    connectionString: url,
    connectionTimeoutMillis: 3_000,
    isServerVerified: verifiesServer(url),
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ id: string }>(SYSTEM_ID);
    return { name, serverId: rows[0]?.id ?? null };
  } catch {
    return { name, serverId: null };
  } finally {
    await client.end().catch(() => undefined);
  }
}
