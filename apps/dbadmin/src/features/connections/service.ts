import type { DbadminSchemas } from '@cairn/contracts';
import { inTransaction, toAppError } from '@cairn/db';
import type { Actor, AuditContext, SecretBox } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { readPassword } from '../roles/password.ts';
import { listDatabaseNames } from '../servers/server-queries.ts';
import { MAINTENANCE } from '../servers/service.ts';
import type { ServerLogin, Servers } from '../servers/service.ts';
import type { ServerVisibility } from '../servers/visibility.ts';
import { CONSTRAINTS, connectionBusy, noSuchConnection, notTheHbaFile, passwordMissing } from './errors.ts';
import { readFields, requireSameLogin } from './fields.ts';
import { passwordPurpose, resolveHost } from './login.ts';
import type { Platform } from './platform.ts';
import { probeServer } from './probe.ts';
import {
  deleteConnectionRow,
  findActiveJobKinds,
  findConnection,
  findConnections,
  insertConnection,
  lockConnection,
  replaceConnection,
  saveHbaPath,
} from './repo.ts';
import { addressText } from './server-address.ts';
import type { ServerAddress } from './server-address.ts';
import { checkPostgis, readHbaFile, readOverview } from './server-queries.ts';
import type { Connection, ConnectionFields, ConnectionView } from './types.ts';

export type ConnectionService = ReturnType<typeof createConnectionService>;

export interface ConnectionDeps {
  db: Db;
  secretBox: SecretBox;
  servers: Servers;
  platform: Platform;
  visibility: ServerVisibility;
  allowedNetworks: string[];
  /** Notes on the backups of a connection, before it is deleted, which server they are of. Returns how many there are. */
  keepBackups(trx: Db, address: ServerAddress): Promise<number>;
}

/** Connections to the administered servers. Passwords are stored and never returned. */
export function createConnectionService(deps: ConnectionDeps) {
  const { db, secretBox, servers, platform, visibility, allowedNetworks } = deps;

  async function get(id: number): Promise<Connection> {
    const connection = await findConnection(db, id);
    if (!connection) throw noSuchConnection(id);
    return connection;
  }

  async function toView(connection: Connection, seesServers: boolean): Promise<ConnectionView> {
    const { serverIdentifier: id } = connection;
    // A list does not wait for servers: the identifier is stored for the next list.
    if (id === null) void platform.ownsServer(connection.id).catch(() => undefined);
    const isPlatform = id === null ? undefined : await platform.isOwnId(id);
    return { connection, seesServers, isPlatform };
  }

  async function loginFor(fields: ConnectionFields, password: string): Promise<ServerLogin> {
    const { name, host, port, sslmode, adminUsername: user } = fields;
    const address = await resolveHost(host, allowedNetworks);
    return { connectionId: 0, name, host, address, port, sslmode, user, password };
  }

  return {
    list: (): Promise<Connection[]> => findConnections(db),
    get,

    async listViews(actor: Actor): Promise<ConnectionView[]> {
      const seesServers = await visibility.seesServers(actor);
      return Promise.all((await findConnections(db)).map((connection) => toView(connection, seesServers)));
    },

    async view(id: number, actor: Actor): Promise<ConnectionView> {
      return toView(await get(id), await visibility.seesServers(actor));
    },

    async create(sent: ConnectionFields, password: string, cause: AuditContext): Promise<number> {
      const fields = await readFields(sent, allowedNetworks);
      if (password === '') throw passwordMissing();
      const sealedPassword = secretBox.seal(readPassword(password), passwordPurpose(fields));
      return inTransaction(db, CONSTRAINTS, async (trx) => {
        const id = await insertConnection(trx, { ...fields, sealedPassword });
        await recordAudit(trx, {
          event: 'connection.created',
          cause,
          connectionId: id,
          subject: fields.name,
          details: auditDetails(fields),
        });
        return id;
      });
    },

    test: (id: number): Promise<DbadminSchemas['ConnectionTest']> => probeServer(() => servers.login(id)),

    /** Signs in with fields that are not saved. A blank password stands for the stored one of connection `id`. */
    async testFields(
      sent: ConnectionFields,
      password: string,
      id: number | null,
    ): Promise<DbadminSchemas['ConnectionTest']> {
      const fields = await readFields(sent, allowedNetworks);
      if (password !== '') {
        return probeServer(() => loginFor(fields, readPassword(password)));
      }
      if (id === null) throw passwordMissing();
      requireSameLogin(await get(id), fields);
      return probeServer(async () => ({ ...(await servers.login(id)), sslmode: fields.sslmode }));
    },

    /** A blank password keeps the stored one. */
    async replace(
      id: number,
      sent: ConnectionFields,
      password: string,
      cause: AuditContext,
    ): Promise<ConnectionView> {
      const before = await get(id);
      const fields = await readFields(sent, allowedNetworks);
      const isOtherServer = fields.host !== before.host || fields.port !== before.port;
      if (password === '') requireSameLogin(before, fields);
      const secret =
        password === ''
          ? {}
          : { sealedPassword: secretBox.seal(readPassword(password), passwordPurpose(fields)) };
      await inTransaction(db, CONSTRAINTS, async (trx) => {
        // A job that was requested for one server must not run on another.
        if (isOtherServer) await refuseWhileBusy(trx, before, 'change its server');
        await replaceConnection(trx, id, { ...fields, ...secret, isOtherServer });
        await recordAudit(trx, {
          event: 'connection.changed',
          cause,
          connectionId: id,
          subject: fields.name,
          details: { ...auditDetails(fields), password_changed: password !== '' },
        });
      });
      servers.forget(id);
      return toView(await get(id), true);
    },

    async remove(id: number, cause: AuditContext): Promise<void> {
      const connection = await get(id);
      await inTransaction(db, CONSTRAINTS, async (trx) => {
        await refuseWhileBusy(trx, connection, 'delete the connection');
        const kept = await deps.keepBackups(trx, { connectionId: id, server: addressText(connection) });
        await deleteConnectionRow(trx, id);
        await recordAudit(trx, {
          event: 'connection.deleted',
          cause,
          connectionId: id,
          subject: connection.name,
          details: { backups_kept: kept },
        });
      });
      servers.forget(id);
    },

    /** Saves the path of pg_hba.conf. Accepts only the path that the server itself returns, to the letter; blank clears it. */
    async setHbaPath(id: number, sent: string, cause: AuditContext): Promise<ConnectionView> {
      const { name } = await get(id);
      const path = sent.trim();
      if (path === '') await saveHbaPath(db, id, null);
      else {
        const file = await readHbaFile(servers, id);
        if (!file || path !== file.path) throw notTheHbaFile();
        await saveHbaPath(db, id, { path, server: file.server }).catch((error: unknown) => {
          throw toAppError(error, CONSTRAINTS);
        });
      }
      await recordAudit(db, {
        event: 'connection.changed',
        cause,
        connectionId: id,
        subject: name,
        details: { hba_file_path: path },
      });
      return toView(await get(id), true);
    },

    listDatabaseNames: (id: number): Promise<string[]> => listDatabaseNames(servers, id),

    checkPostgis: (id: number, database: string): Promise<DbadminSchemas['SpatialDbTest']> =>
      checkPostgis(servers, id, database.trim() || MAINTENANCE),

    async overview(id: number, actor: Actor): Promise<DbadminSchemas['ServerOverview']> {
      const overview = await visibility.redactErrors(actor, () => readOverview(servers, id));
      if (await visibility.seesServers(actor)) return overview;
      const { pending_restart: _pending, ...shown } = overview;
      return shown;
    },
  };
}

/** In the transaction of the change: jobs are enqueued with the row of their database locked. */
async function refuseWhileBusy(trx: Db, { id, name }: Connection, action: string): Promise<void> {
  await lockConnection(trx, id);
  const [kind] = await findActiveJobKinds(trx, id);
  if (kind !== undefined) throw connectionBusy(name, kind, action);
}

function auditDetails({ host, port, sslmode, adminUsername }: ConnectionFields) {
  return { host, port, sslmode, admin_username: adminUsername };
}
