import type { PortalOperations, PortalSchemas } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { RegisteredServices } from './service.ts';
import type { RegisteredService, ServiceDatabase } from './types.ts';

type Operation =
  | 'visibleServices'
  | 'listServices'
  | 'listRestarts'
  | 'discoverService'
  | 'registerService'
  | 'listPlatformDatabases'
  | 'listServiceDatabases'
  | 'removeServiceDatabase';

interface ServiceRoutes {
  services: RegisteredServices;
  databaseConfigured: boolean;
}

export function serviceRoutes({
  services,
  databaseConfigured,
}: ServiceRoutes): Handlers<PortalOperations, Operation> {
  return {
    async visibleServices(_input, actor) {
      const usable = databaseConfigured ? await services.listFor(actor) : [];
      const items = usable.map(({ serviceKey, displayName, permissions }) => ({
        service_key: serviceKey,
        display_name: displayName,
        permissions,
      }));
      return { items, total: items.length };
    },
    async listServices() {
      const items = (await services.list()).map(toServiceBody);
      return { items, total: items.length };
    },
    async listRestarts() {
      const items = await services.listRestarts();
      return { items, total: items.length };
    },
    async discoverService({ path }, _actor, call) {
      const { resourceType, items } = await services.discover(path.service_key, call);
      return {
        service: path.service_key,
        ...(resourceType === null ? {} : { resource_type: resourceType }),
        items: items as PortalSchemas['DiscoveryItem'][],
        total: items.length,
        fetched_at: new Date().toISOString(),
      };
    },
    async registerService({ path, body }, actor, call) {
      const service = {
        serviceKey: path.service_key,
        displayName: body.display_name,
        discoveryUrl: body.discovery_url,
        visibility: body.visibility ?? ('public' as const),
        database: body.database && {
          serverIdentifier: body.database.server_identifier,
          name: body.database.name,
        },
      };
      return toServiceBody(await services.register(service, actor.service ?? '', auditContext(actor, call)));
    },
    async listServiceDatabases(_input, actor, call) {
      const databases = await services.listReportedDatabases(auditContext(actor, call));
      return { items: databases.map(toDatabaseBody), total: databases.length };
    },
    async removeServiceDatabase({ path }, actor, call) {
      await services.removeDatabase(path.id, auditContext(actor, call));
      return undefined;
    },
    async listPlatformDatabases(_input, actor, call) {
      const databases = await services.listDatabases(auditContext(actor, call));
      return {
        items: databases.map(({ serverIdentifier, name }) => ({ server_identifier: serverIdentifier, name })),
      };
    },
  };
}

function toServiceBody(service: RegisteredService): PortalSchemas['Service'] {
  return {
    service_key: service.serviceKey,
    display_name: service.displayName,
    discovery_url: service.discoveryUrl,
  };
}

function toDatabaseBody(database: ServiceDatabase): PortalSchemas['ServiceDatabase'] {
  return {
    id: database.id,
    service_key: database.serviceKey,
    server_identifier: database.serverIdentifier,
    name: database.name,
    first_reported_at: database.firstReportedAt.toISOString(),
    last_reported_at: database.lastReportedAt.toISOString(),
    in_use: database.isInUse,
  };
}
