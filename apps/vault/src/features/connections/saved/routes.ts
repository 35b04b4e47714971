import type { VaultOperations, VaultSchemas } from '@cairn/contracts';
import { auditContext, respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { ConnectionFields } from './fields.ts';
import type { ListedConnection } from './repo.ts';
import type { ConnectionService } from './service.ts';

type Operation =
  'testConnection' | 'listConnections' | 'createConnection' | 'updateConnection' | 'deleteConnection';

/** Connections that administrators save. */
export function savedConnectionRoutes({
  savedConnections,
}: {
  savedConnections: ConnectionService;
}): Handlers<VaultOperations, Operation> {
  return {
    testConnection: ({ body }, actor, { signal }) => {
      const { id, name: _name, database_name: database, username: user, password = '', ...rest } = body;
      const fields = {
        ...rest,
        ...(database === undefined ? {} : { database }),
        ...(user === undefined ? {} : { user }),
      };
      return savedConnections.test({ id, fields, password }, { actor, signal });
    },

    async listConnections() {
      return (await savedConnections.list()).map(toConnectionBody);
    },

    async createConnection({ body }, actor, call) {
      const request = { fields: toFields(body), password: body.password ?? '' };
      return respond(201, { id: await savedConnections.create(request, auditContext(actor, call)) });
    },

    async updateConnection({ path, body }, actor, call) {
      const request = { fields: toFields(body), password: body.password ?? '' };
      await savedConnections.replace(path.id, request, auditContext(actor, call));
      return { success: true };
    },

    async deleteConnection({ path }, actor, call) {
      await savedConnections.remove(path.id, actor, auditContext(actor, call));
      return { success: true };
    },
  };
}

function toFields(body: VaultSchemas['ConnectionInput']): ConnectionFields {
  return {
    name: body.name,
    host: body.host,
    port: body.port ?? 5432,
    database: body.database_name,
    user: body.username,
    sslmode: body.sslmode ?? 'require',
  };
}

function toConnectionBody(connection: ListedConnection): VaultSchemas['DatabaseConnection'] {
  return {
    id: connection.id,
    name: connection.name,
    host: connection.host,
    port: connection.port,
    database_name: connection.database,
    username: connection.user,
    sslmode: connection.sslmode,
    created_at: connection.createdAt.toISOString(),
    dataset_count: connection.datasets,
    ...(connection.ownerId === null ? {} : { owner_id: connection.ownerId }),
  };
}
