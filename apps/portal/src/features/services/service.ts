import type { Auth } from '@cairn/auth';
import { readDatabaseIdentity } from '@cairn/db';
import type { DatabaseIdentity } from '@cairn/db';
import { badRequest, forbidden, notFound } from '@cairn/service';
import type { Actor, Cause } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { registerResource, SERVICE_TYPE } from '../resources/service.ts';
import {
  findService,
  findServiceDatabases,
  findServices,
  saveServiceDatabase,
  upsertService,
} from './repo.ts';
import type { RegisteredService, ServiceRegistration, UsableService } from './types.ts';

const PORTAL = 'portal';

export interface RegisteredServices {
  list(): Promise<RegisteredService[]>;
  /** Those that the actor may use. */
  listFor(actor: Actor): Promise<UsableService[]>;
  get(serviceKey: string): Promise<RegisteredService>;
  /** A service registers itself, under its own name alone. */
  register(service: ServiceRegistration, caller: string, cause: Cause): Promise<RegisteredService>;
  /** Those of all services and of the portal itself, those of earlier servers too. */
  listDatabases(): Promise<DatabaseIdentity[]>;
}

export function createRegisteredServices({
  db,
  auth,
}: {
  db: Db;
  auth: Pick<Auth, 'visibleKeys'>;
}): RegisteredServices {
  return {
    list: () => findServices(db),

    async listFor(actor) {
      const keys = (permission: 'view' | 'edit' | 'admin') =>
        auth.visibleKeys(actor, SERVICE_TYPE, permission);
      const [services, view, edit, admin] = await Promise.all([
        findServices(db),
        keys('view'),
        keys('edit'),
        keys('admin'),
      ]);
      const isIn = (allowed: 'all' | string[], { serviceKey }: RegisteredService) =>
        allowed === 'all' || allowed.includes(serviceKey);
      return services
        .filter((service) => isIn(view, service))
        .map((service) => ({
          ...service,
          permissions: { view: true, edit: isIn(edit, service), admin: isIn(admin, service) },
        }));
    },

    async get(serviceKey) {
      const service = await findService(db, serviceKey);
      if (!service) throw notFound('portal.no_such_service', `No service is registered as ${serviceKey}.`);
      return service;
    },

    async register(service, caller, cause) {
      if (service.serviceKey !== caller) {
        throw forbidden(
          'portal.foreign_service',
          `The service ${caller} may register itself only, not ${service.serviceKey}.`,
        );
      }
      requireHttp(service.discoveryUrl);
      await db.transaction().execute(async (trx) => {
        const changed = await upsertService(trx, service);
        if (service.database) await saveServiceDatabase(trx, service.serviceKey, service.database);
        await registerResource(
          trx,
          {
            resourceType: SERVICE_TYPE,
            resourceKey: service.serviceKey,
            displayName: service.displayName,
            service: service.serviceKey,
            visibility: service.visibility,
          },
          cause,
        );
        if (!changed) return;
        await recordAudit(trx, {
          event: 'service.registered',
          cause,
          subject: { type: 'service', id: service.serviceKey, name: service.displayName },
          details: { discovery_url: service.discoveryUrl },
        });
      });
      return service;
    },

    async listDatabases() {
      await saveServiceDatabase(db, PORTAL, await readDatabaseIdentity(db));
      return findServiceDatabases(db);
    },
  };
}

function requireHttp(address: string): void {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw badRequest(
      'portal.bad_discovery_url',
      'discovery_url is not an address. Send one that begins with http:// or https://.',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw badRequest(
      'portal.bad_discovery_url',
      'discovery_url contains a username or password. Send the address without them.',
    );
  }
}
