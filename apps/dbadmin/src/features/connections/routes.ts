import type { DbadminOperations, DbadminSchemas } from '@cairn/contracts';
import { auditContext, respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { listDatabaseNames } from '../servers/databases.ts';
import { MAINTENANCE } from '../servers/service.ts';
import type { Platform } from './platform.ts';
import type { Servers } from '../servers/service.ts';
import type { ServerVisibility } from '../servers/visibility.ts';
import { setHbaPath } from './hba-path.ts';
import { toConnectionBody, toTestBody } from './mapper.ts';
import { readOverview } from './overview.ts';
import { probeServer } from './probe.ts';
import type { ConnectionService } from './service.ts';
import { testSpatialDb } from './spatial.ts';
import type { Connection, ConnectionFields } from './types.ts';

type Names =
  | 'listConnections'
  | 'createConnection'
  | 'getConnection'
  | 'updateConnection'
  | 'deleteConnection'
  | 'testConnection'
  | 'tryConnection'
  | 'listLiveDatabases'
  | 'testSpatialDb'
  | 'setHbaPath'
  | 'connectionOverview';

export function connectionRoutes({
  db,
  servers,
  connections,
  platform,
  visibility,
}: {
  db: Db;
  servers: Servers;
  connections: ConnectionService;
  platform: Platform;
  visibility: ServerVisibility;
}): Handlers<DbadminOperations, Names> {
  async function bodyOf(connection: Connection, seesServers: boolean) {
    const { serverIdentifier: id } = connection;
    // A list does not wait for servers: the answer is stored, and shown by the next list.
    if (id === null) void platform.ownsServer(connection.id).catch(() => undefined);
    const isPlatform = id === null ? undefined : await platform.isOwnId(id);
    return toConnectionBody(connection, { seesServers, isPlatform });
  }

  return {
    async listConnections(_input, actor) {
      const seesServers = await visibility.seesServers(actor);
      return Promise.all((await connections.list()).map((each) => bodyOf(each, seesServers)));
    },
    async createConnection({ body }, actor, call) {
      const id = await connections.create(
        fieldsOf(body),
        body.admin_password ?? '',
        auditContext(actor, call),
      );
      return respond(201, { id });
    },
    async getConnection({ path }, actor) {
      return bodyOf(await connections.get(path.id), await visibility.seesServers(actor));
    },
    async updateConnection({ path, body }, actor, call) {
      const fields = fieldsOf(body);
      const cause = auditContext(actor, call);
      return bodyOf(await connections.replace(path.id, fields, body.admin_password ?? '', cause), true);
    },
    async deleteConnection({ path }, actor, call) {
      await connections.remove(path.id, auditContext(actor, call));
      return { success: true };
    },
    async testConnection({ path }) {
      return toTestBody(await probeServer(() => servers.login(path.id)));
    },
    async tryConnection({ body }) {
      const { connection_id: id, admin_password: password = '', ...fields } = body;
      return toTestBody(await connections.tryOut(fieldsOf(fields), password, id ?? null));
    },
    listLiveDatabases: ({ path }) => listDatabaseNames(servers, path.id),
    testSpatialDb: ({ path, body }) => testSpatialDb(servers, path.id, body?.database?.trim() || MAINTENANCE),
    async setHbaPath({ path, body }, actor, call) {
      const { name } = await connections.get(path.id);
      await setHbaPath({ db, servers }, path.id, body.hba_file_path);
      await recordAudit(db, {
        event: 'connection.changed',
        cause: auditContext(actor, call),
        connectionId: path.id,
        subject: name,
        details: { hba_file_path: body.hba_file_path.trim() },
      });
      return bodyOf(await connections.get(path.id), true);
    },
    async connectionOverview({ path }, actor) {
      const overview = await visibility.explained(actor, () => readOverview(servers, path.id));
      if (await visibility.seesServers(actor)) return overview;
      const { pending_restart: _pending, ...shown } = overview;
      return shown;
    },
  };
}

function fieldsOf(body: DbadminSchemas['ConnectionInput']): ConnectionFields {
  return {
    name: body.name,
    host: body.host,
    port: body.port ?? 5432,
    sslmode: body.sslmode ?? 'prefer',
    adminUsername: body.admin_username,
  };
}
