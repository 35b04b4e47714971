import type { DbadminOperations } from '@cairn/contracts';
import type { Handlers } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { ConnectionService } from '../connections/service.ts';
import { findDatabases } from '../databases/repo.ts';

/** What other services ask: the tree of servers and databases, and what belongs into the catalog. */
export function registryRoutes({
  db,
  connections,
}: {
  db: Db;
  connections: ConnectionService;
}): Handlers<DbadminOperations, 'readRegistry' | 'discover'> {
  return {
    async readRegistry() {
      const [all, databases] = await Promise.all([connections.list(), findDatabases(db)]);
      const there = Map.groupBy(
        databases.filter(({ making }) => making === null),
        ({ connectionId }) => connectionId,
      );
      return {
        connections: all.map(({ id, name, host, port, sslmode }) => ({
          id,
          name,
          host,
          port,
          sslmode,
          databases: (there.get(id) ?? []).map((database) => ({
            id: database.id,
            name: database.name,
            purpose: database.purpose,
          })),
        })),
      };
    },

    async discover(_input, _actor, call) {
      const databases = await findDatabases(db);
      return {
        service: 'dbadmin',
        resource_type: 'database',
        items: databases
          .filter(({ making }) => making === null)
          .map(({ id, name, purpose, connectionName, createdAt }) => ({
            id: String(id),
            title: name,
            description: purpose || `A database on ${connectionName}`,
            url: `${call.basePath}/databases/${id}`,
            category: 'database',
            updated_at: createdAt.toISOString(),
          })),
      };
    },
  };
}
