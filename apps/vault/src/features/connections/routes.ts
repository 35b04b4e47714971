import type { VaultOperations } from '@cairn/contracts';
import { respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { adoptDatabase } from './adopt-database.ts';
import type { AdoptDeps } from './adopt-database.ts';
import type { DbadminProxy } from './dbadmin-proxy.ts';

type Operation =
  | 'discoverDatabases'
  | 'listDatabaseTables'
  | 'adoptDatabase'
  | 'listDbadminConnections'
  | 'listDbadminDatabases'
  | 'createDbadminDatabase'
  | 'listDbadminUsers'
  | 'listDbadminSchemas';

/** Databases of the service dbadmin that the caller may see. */
export function connectionRoutes(
  deps: AdoptDeps & { dbadminProxy: DbadminProxy },
): Handlers<VaultOperations, Operation> {
  const { dbadmin, dbadminProxy } = deps;
  return {
    discoverDatabases: async (_input, _actor, call) =>
      dbadmin.isConfigured ? dbadmin.registry(call) : { connections: [] },
    listDatabaseTables: ({ path, query }, _actor, call) => dbadmin.tables(call, path.id, query.schema),
    async adoptDatabase({ body }, actor, call) {
      const adopted = await adoptDatabase(deps, actor, {
        call,
        connectionId: body.connection_id,
        databaseId: body.database_id,
        name: body.name ?? '',
      });
      return respond(adopted.existing ? 200 : 201, adopted);
    },
    listDbadminConnections: async (_input, _actor, call) => (await dbadminProxy.connections(call)).body,
    listDbadminDatabases: async ({ query }, _actor, call) =>
      (await dbadminProxy.databases(call, query.connection_id)).body,
    createDbadminDatabase: async ({ body }, _actor, call) =>
      respond(202, (await dbadminProxy.createDatabase(call, body)).body),
    listDbadminUsers: async ({ path }, _actor, call) => (await dbadminProxy.pgUsers(call, path.id)).body,
    listDbadminSchemas: async ({ path }, _actor, call) => (await dbadminProxy.schemas(call, path.id)).body,
  };
}
