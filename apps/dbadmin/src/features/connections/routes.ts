import type { DbadminOperations, DbadminSchemas } from '@cairn/contracts';
import { causeOf, respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { listDatabaseNames } from '../servers/databases.ts';
import { MAINTENANCE } from '../servers/service.ts';
import type { Servers } from '../servers/service.ts';
import { setHbaPath } from './hba-path.ts';
import { toConnectionBody } from './mapper.ts';
import { readOverview } from './overview.ts';
import { probeServer } from './probe.ts';
import type { ConnectionService } from './service.ts';
import { testSpatialDb } from './spatial.ts';
import type { ConnectionFields } from './types.ts';

type Names =
  | 'listConnections'
  | 'createConnection'
  | 'getConnection'
  | 'updateConnection'
  | 'deleteConnection'
  | 'testConnection'
  | 'listLiveDatabases'
  | 'testSpatialDb'
  | 'setHbaPath'
  | 'connectionOverview';

export function connectionRoutes({
  db,
  servers,
  connections,
}: {
  db: Db;
  servers: Servers;
  connections: ConnectionService;
}): Handlers<DbadminOperations, Names> {
  return {
    async listConnections() {
      return (await connections.list()).map(toConnectionBody);
    },
    async createConnection({ body }, actor, call) {
      const id = await connections.create(fieldsOf(body), body.admin_password ?? '', causeOf(actor, call));
      return respond(201, { id });
    },
    async getConnection({ path }) {
      return toConnectionBody(await connections.get(path.id));
    },
    async updateConnection({ path, body }, actor, call) {
      const fields = fieldsOf(body);
      const cause = causeOf(actor, call);
      return toConnectionBody(await connections.replace(path.id, fields, body.admin_password ?? '', cause));
    },
    async deleteConnection({ path }, actor, call) {
      await connections.remove(path.id, causeOf(actor, call));
      return { success: true };
    },
    async testConnection({ path }) {
      const outcome = await probeServer(servers, path.id);
      if (!outcome.ok) return outcome;
      const { probe } = outcome;
      return {
        ok: true,
        version: probe.version,
        version_number: probe.versionNumber,
        is_superuser: probe.isSuperuser,
        encrypted: probe.encrypted,
        milliseconds: probe.milliseconds,
        missing_rights: probe.missingRights,
      };
    },
    listLiveDatabases: ({ path }) => listDatabaseNames(servers, path.id),
    testSpatialDb: ({ path, body }) => testSpatialDb(servers, path.id, body?.database?.trim() || MAINTENANCE),
    async setHbaPath({ path, body }, actor, call) {
      const { name } = await connections.get(path.id);
      await setHbaPath({ db, servers }, path.id, body.hba_file_path);
      await recordAudit(db, {
        event: 'connection.changed',
        cause: causeOf(actor, call),
        connectionId: path.id,
        subject: name,
        details: { hba_file_path: body.hba_file_path.trim() },
      });
      return toConnectionBody(await connections.get(path.id));
    },
    connectionOverview: ({ path }) => readOverview(servers, path.id),
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
