import type { DbadminOperations } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Actor, Handlers } from '@cairn/service';
import type { Connection } from '../connections/types.ts';
import type { Database } from '../databases/types.ts';
import { findDatabases } from '../databases/repo.ts';
import type { ServerVisibility } from '../servers/visibility.ts';
import { adoptDatabase } from './adopt.ts';
import type { AdoptDeps } from './adopt.ts';

/** From what is remembered of servers: on the platform's own one this is for its administrators, and never its database. */
async function adoptableDatabases(
  { platform }: Pick<AdoptDeps, 'platform'>,
  { isAdmin }: Pick<Actor, 'isAdmin'>,
  { seesServers, all, databases }: { seesServers: boolean; all: Connection[]; databases: Database[] },
): Promise<Set<number>> {
  if (!seesServers) return new Set();
  const serverIds = new Map(all.map(({ id, serverIdentifier }) => [id, serverIdentifier]));
  const may = await Promise.all(
    databases.map(async ({ connectionId, name }) => {
      const serverId = serverIds.get(connectionId) ?? null;
      if (serverId === null || !(await platform.isOwnId(serverId))) return true;
      return isAdmin && !(await platform.isOwnName(name));
    }),
  );
  return new Set(databases.filter((_, at) => may[at]).map(({ id }) => id));
}

/** What other services ask: the tree of servers and databases, logins for them, and what belongs into the catalog. */
export function registryRoutes(
  parts: AdoptDeps & { visibility: ServerVisibility },
): Handlers<DbadminOperations, 'readRegistry' | 'discover' | 'adoptDatabase' | 'listSearchItems'> {
  const { db, connections, visibility } = parts;
  return {
    adoptDatabase: ({ path, body }, actor, call) =>
      adoptDatabase(parts, {
        databaseId: path.id,
        connectionId: body.connection_id,
        userId: body.user_id,
        // The contract lets only services call this.
        service: actor.service ?? '',
        cause: auditContext(actor, call),
      }),

    async readRegistry(_input, actor) {
      const [all, databases, seesServers] = await Promise.all([
        connections.list(),
        findDatabases(db),
        visibility.seesServers(actor),
      ]);
      const there = Map.groupBy(
        databases.filter(({ creation }) => creation === null),
        ({ connectionId }) => connectionId,
      );
      const adoptable = await adoptableDatabases(parts, actor, { seesServers, all, databases });
      return {
        connections: all.map(({ id, name, host, port, sslmode }) => ({
          id,
          name,
          ...(seesServers ? { host, port, sslmode } : {}),
          databases: (there.get(id) ?? []).map((database) => ({
            id: database.id,
            name: database.name,
            purpose: database.purpose,
            ...(seesServers ? { may_adopt: adoptable.has(database.id) } : {}),
          })),
        })),
      };
    },

    async listSearchItems() {
      const [servers, databases] = await Promise.all([connections.list(), findDatabases(db)]);
      return {
        items: [
          ...servers.map(({ id, name }) => ({
            id: `server:${id}`,
            title: name,
            path: `/connections?panel=${id}`,
          })),
          ...databases
            .filter(({ creation }) => creation === null)
            .map(({ id, name, purpose, connectionName }) => ({
              id: `database:${id}`,
              title: name,
              description: purpose || connectionName,
              path: `/databases/${id}`,
            })),
        ],
      };
    },

    async discover(_input, _actor, call) {
      const databases = await findDatabases(db);
      return {
        service: 'dbadmin',
        resource_type: 'database',
        items: databases
          .filter(({ creation }) => creation === null)
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
