import type { DbadminOperations, DbadminSchemas } from '@cairn/contracts';
import { auditContext, respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { toConnectionBody } from './mapper.ts';
import type { ConnectionService } from './service.ts';
import type { ConnectionFields } from './types.ts';

type Operation =
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
  connections,
}: {
  connections: ConnectionService;
}): Handlers<DbadminOperations, Operation> {
  return {
    listConnections: async (_input, actor) => (await connections.listViews(actor)).map(toConnectionBody),
    async createConnection({ body }, actor, call) {
      const cause = auditContext(actor, call);
      return respond(201, { id: await connections.create(fieldsOf(body), body.admin_password ?? '', cause) });
    },
    getConnection: async ({ path }, actor) => toConnectionBody(await connections.view(path.id, actor)),
    async updateConnection({ path, body }, actor, call) {
      const fields = fieldsOf(body);
      const cause = auditContext(actor, call);
      return toConnectionBody(await connections.replace(path.id, fields, body.admin_password ?? '', cause));
    },
    async deleteConnection({ path }, actor, call) {
      await connections.remove(path.id, auditContext(actor, call));
      return { success: true };
    },
    testConnection: ({ path }) => connections.test(path.id),
    tryConnection({ body }) {
      const { connection_id: id, admin_password: password = '', ...fields } = body;
      return connections.testFields(fieldsOf(fields), password, id ?? null);
    },
    listLiveDatabases: ({ path }) => connections.listDatabaseNames(path.id),
    testSpatialDb: ({ path, body }) => connections.checkPostgis(path.id, body?.database ?? ''),
    async setHbaPath({ path, body }, actor, call) {
      const cause = auditContext(actor, call);
      return toConnectionBody(await connections.setHbaPath(path.id, body.hba_file_path, cause));
    },
    connectionOverview: ({ path }, actor) => connections.overview(path.id, actor),
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
