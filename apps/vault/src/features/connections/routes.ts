import type { VaultOperations } from '@cairn/contracts';
import { respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { adoptDatabase } from './adopt-database.ts';
import type { AdoptDeps } from './adopt-database.ts';

/** Databases of the service dbadmin that the caller may see. */
export function connectionRoutes(
  deps: AdoptDeps,
): Handlers<VaultOperations, 'discoverDatabases' | 'listDatabaseTables' | 'adoptDatabase'> {
  const { dbadmin } = deps;
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
  };
}
