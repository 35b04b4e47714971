import type { VaultOperations } from '@cairn/contracts';
import { respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { adoptDatabase } from './adopt.ts';
import type { AdoptDeps } from './adopt.ts';

/** Databases of the service dbadmin, as far as the caller may see them. */
export function dbadminRoutes(
  parts: AdoptDeps,
): Handlers<VaultOperations, 'discoverDatabases' | 'listDatabaseTables' | 'adoptDatabase'> {
  const { dbadmin } = parts;
  return {
    discoverDatabases: async (_input, _actor, call) =>
      dbadmin.isConfigured ? dbadmin.registry(call) : { connections: [] },
    listDatabaseTables: ({ path, query }, _actor, call) => dbadmin.tables(call, path.id, query.schema),
    async adoptDatabase({ body }, actor, call) {
      const adopted = await adoptDatabase(parts, actor, {
        call,
        connectionId: body.connection_id,
        databaseId: body.database_id,
        name: body.name ?? '',
      });
      return respond(adopted.existing ? 200 : 201, adopted);
    },
  };
}
