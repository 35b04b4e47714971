import type { Auth } from '@cairn/auth';
import { badRequest, forbidden, notFound } from '@cairn/service';
import type { Actor, Cause } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { registerResource, SERVICE_TYPE } from '../resources/service.ts';
import { findService, findServices, upsertService } from './repo.ts';
import type { RegisteredService, ServiceRegistration, UsableService } from './types.ts';

export interface RegisteredServices {
  list(): Promise<RegisteredService[]>;
  /** Those that the actor may use. */
  listFor(actor: Actor): Promise<UsableService[]>;
  get(serviceKey: string): Promise<RegisteredService>;
  /** A service registers itself, under its own name alone. */
  register(service: ServiceRegistration, caller: string, cause: Cause): Promise<RegisteredService>;
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
