import type { DbadminSchemas } from '@cairn/contracts';
import type { Actor } from '@cairn/service';
import type { Connection } from '../connections/types.ts';
import { findDatabases } from '../databases/repo.ts';
import type { Database } from '../databases/types.ts';
import type { ServerVisibility } from '../servers/visibility.ts';
import { issueLogin } from './issue-login.ts';
import type { LoginRequest, RegistryDeps } from './issue-login.ts';

export interface RegistryServiceDeps extends RegistryDeps {
  visibility: ServerVisibility;
}

/** What other services request: logins, the tree of servers and databases, and items for search and the catalog. */
export function createRegistryService(deps: RegistryServiceDeps) {
  const { db, connections, platform, visibility } = deps;

  async function listCreated(): Promise<Database[]> {
    return (await findDatabases(db)).filter(({ creation }) => creation === null);
  }

  /** Ids of the databases that the caller may give to other services, from saved server identifiers. */
  async function findAdoptable(
    { isAdmin }: Pick<Actor, 'isAdmin'>,
    all: Connection[],
    databases: Database[],
  ): Promise<Set<number>> {
    const serverIds = new Map(all.map(({ id, serverIdentifier }) => [id, serverIdentifier]));
    const adoptable = await Promise.all(
      databases.map(async ({ connectionId, name }) => {
        const serverId = serverIds.get(connectionId) ?? null;
        if (serverId === null || !(await platform.isOwnId(serverId))) return true;
        // On the platform's server: for its administrators only, and never its own database.
        return isAdmin && !(await platform.isOwnName(name));
      }),
    );
    return new Set(databases.filter((_, at) => adoptable[at]).map(({ id }) => id));
  }

  return {
    issueLogin: (request: LoginRequest) => issueLogin(deps, request),

    async readRegistry(actor: Actor): Promise<DbadminSchemas['Registry']> {
      const [all, databases, seesServers] = await Promise.all([
        connections.list(),
        listCreated(),
        visibility.seesServers(actor),
      ]);
      const adoptable = seesServers ? await findAdoptable(actor, all, databases) : new Set();
      const byConnection = Map.groupBy(databases, ({ connectionId }) => connectionId);
      return {
        connections: all.map(({ id, name, host, port, sslmode }) => ({
          id,
          name,
          ...(seesServers ? { host, port, sslmode } : {}),
          databases: (byConnection.get(id) ?? []).map((database) => ({
            id: database.id,
            name: database.name,
            purpose: database.purpose,
            ...(seesServers ? { may_adopt: adoptable.has(database.id) } : {}),
          })),
        })),
      };
    },

    async listSearchItems(): Promise<DbadminSchemas['SearchItems']> {
      const [servers, databases] = await Promise.all([connections.list(), listCreated()]);
      return {
        items: [
          ...servers.map(({ id, name }) => ({
            id: `server:${id}`,
            title: name,
            path: `/connections?panel=${id}`,
          })),
          ...databases.map(({ id, name, purpose, connectionName }) => ({
            id: `database:${id}`,
            title: name,
            description: purpose || connectionName,
            path: `/databases/${id}`,
          })),
        ],
      };
    },

    async discover(basePath: string): Promise<DbadminSchemas['Discovery']> {
      return {
        service: 'dbadmin',
        resource_type: 'database',
        items: (await listCreated()).map(({ id, name, purpose, connectionName, createdAt }) => ({
          id: String(id),
          title: name,
          description: purpose || `A database on ${connectionName}`,
          url: `${basePath}/databases/${id}`,
          category: 'database',
          updated_at: createdAt.toISOString(),
        })),
      };
    },
  };
}
