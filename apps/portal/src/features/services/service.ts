import { readFile } from 'node:fs/promises';
import type { Auth } from '@cairn/auth';
import type { PortalSchemas } from '@cairn/contracts';
import { readDatabaseIdentity } from '@cairn/db';
import type { DatabaseIdentity } from '@cairn/db';
import { badGateway, badRequest, conflict, forbidden, notFound } from '@cairn/service';
import type { Actor, AuditContext, Logger } from '@cairn/service';
import type { PortalConfig } from '../../config.ts';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { registerResource, SERVICE_TYPE } from '../resources/service.ts';
import { discover, failureSentence } from './discovery.ts';
import type { Discovery, DiscoveryCall } from './discovery.ts';
import {
  deleteSurplusServiceDatabases,
  deleteUnusedServiceDatabase,
  findService,
  findServiceDatabase,
  findServiceDatabases,
  findServices,
  listServiceDatabases,
  saveServiceDatabase,
  upsertService,
} from './repo.ts';
import type { RegisteredService, ServiceDatabase, ServiceRegistration, UsableService } from './types.ts';

type Restart = PortalSchemas['RestartList']['items'][number];

const PORTAL = { serviceKey: 'portal', displayName: 'Portal' };
/** The newest one is kept as well: the database that a service uses must always be listed. */
const MAX_DATABASES_PER_SERVICE = 20;

export interface RegisteredServices {
  list(): Promise<RegisteredService[]>;
  /** Those that the actor has access to. */
  listFor(actor: Actor): Promise<UsableService[]>;
  /**
   * The current listing of a service, requested for the caller.
   * @throws {AppError} not_found for an unknown service, bad_gateway when it sends no listing
   */
  discover(serviceKey: string, call: DiscoveryCall): Promise<Discovery>;
  /** The restarts that `npm start` recorded; empty where it does not run the portal. */
  listRestarts(): Promise<Restart[]>;
  /** A service may only register itself. */
  register(service: ServiceRegistration, caller: string, cause: AuditContext): Promise<RegisteredService>;
  /** Current and earlier databases of all services and of the portal. */
  listDatabases(cause: AuditContext): Promise<DatabaseIdentity[]>;
  /** The same, with the services that reported them. */
  listReportedDatabases(cause: AuditContext): Promise<ServiceDatabase[]>;
  /**
   * Removes a database that is no longer used, so that its server is no longer protected.
   * @throws {AppError} conflict while the service reports it, not_found for an unknown database
   */
  removeDatabase(id: number, cause: AuditContext): Promise<void>;
}

export function createRegisteredServices({
  db,
  auth,
  logger,
  config,
}: {
  db: Db;
  auth: Pick<Auth, 'visibleKeys'>;
  logger: Pick<Logger, 'warn'>;
  config: Pick<PortalConfig, 'awaitReportsMs' | 'catalogDeadlineMs' | 'restartsFile'>;
}): RegisteredServices {
  const startedAt = performance.now();
  /** While the portal was stopped, no service could report, so databases in use look unused. */
  const awaitsReports = () => performance.now() - startedAt < config.awaitReportsMs;

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

    async discover(serviceKey, call) {
      const service = await findService(db, serviceKey);
      if (!service) throw notFound('portal.no_such_service', `Service ${serviceKey} is not registered.`);
      const answer = await discover(service, { call, deadlineMs: config.catalogDeadlineMs });
      if (answer.kind === 'answered') return answer.discovery;
      throw badGateway('portal.discovery_failed', failureSentence(service, answer));
    },

    async listRestarts() {
      if (!config.restartsFile) return [];
      try {
        return JSON.parse(await readFile(config.restartsFile, 'utf8')) as Restart[];
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      }
    },

    async register(service, caller, cause) {
      if (service.serviceKey !== caller) {
        throw forbidden(
          'portal.foreign_service',
          `The service ${caller} may only register itself, not ${service.serviceKey}.`,
        );
      }
      requireHttp(service.discoveryUrl);
      await db.transaction().execute(async (trx) => {
        const changed = await upsertService(trx, service);
        if (service.database) await reportDatabase(trx, service, { database: service.database, cause });
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

    async listDatabases(cause) {
      await reportOwnDatabase(cause);
      return findServiceDatabases(db);
    },

    async listReportedDatabases(cause) {
      await reportOwnDatabase(cause);
      const databases = await listServiceDatabases(db);
      return awaitsReports() ? databases.map((database) => ({ ...database, isInUse: true })) : databases;
    },

    async removeDatabase(id, cause) {
      await db.transaction().execute(async (trx) => {
        const database = await findServiceDatabase(trx, id);
        if (!database) throw notFound('portal.no_such_service_database', `Service database ${id} not found.`);
        if (!database.isInUse && awaitsReports()) throw databaseUseUnknown(database);
        if (!(await deleteUnusedServiceDatabase(trx, id))) throw databaseInUse(database);
        await recordAudit(trx, {
          event: 'service.database_removed',
          cause,
          subject: { type: 'service', id: database.serviceKey, name: database.serviceKey },
          details: detailsOf(database),
        });
      });
    },
  };

  async function reportOwnDatabase(cause: AuditContext): Promise<void> {
    const database = await readDatabaseIdentity(db);
    await db.transaction().execute((trx) => reportDatabase(trx, PORTAL, { database, cause }));
  }

  /** Concurrent registrations of a service wait for its row in `services`, so the limit holds. */
  async function reportDatabase(
    trx: Db,
    { serviceKey, displayName }: Pick<RegisteredService, 'serviceKey' | 'displayName'>,
    { database, cause }: { database: DatabaseIdentity; cause: AuditContext },
  ): Promise<void> {
    if (!(await saveServiceDatabase(trx, serviceKey, database))) return;
    const subject = { type: 'service' as const, id: serviceKey, name: displayName };
    await recordAudit(trx, {
      event: 'service.database_reported',
      cause,
      subject,
      details: detailsOf(database),
    });
    for (const surplus of await deleteSurplusServiceDatabases(trx, serviceKey, MAX_DATABASES_PER_SERVICE)) {
      const details = { ...detailsOf(surplus), limit: MAX_DATABASES_PER_SERVICE };
      await recordAudit(trx, { event: 'service.database_removed', cause, subject, details });
      logger.warn(
        { service: serviceKey, ...details },
        'service has too many databases, removed an earlier one',
      );
    }
  }
}

function detailsOf({ serverIdentifier, name }: DatabaseIdentity): Record<string, unknown> {
  return { server_identifier: serverIdentifier, database: name };
}

function databaseInUse({ serviceKey, name }: ServiceDatabase) {
  return conflict(
    'portal.service_database_in_use',
    `The service ${serviceKey} uses the database "${name}". You can remove it five minutes after the service stops using it.`,
  );
}

function databaseUseUnknown({ serviceKey, name }: ServiceDatabase) {
  return conflict(
    'portal.service_database_use_unknown',
    `The portal has just started and does not know yet whether the service ${serviceKey} uses the database "${name}". Try again five minutes after the start.`,
  );
}

function requireHttp(address: string): void {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw badRequest(
      'portal.bad_discovery_url',
      'discovery_url is not a valid URL. Send one that starts with http:// or https://.',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw badRequest(
      'portal.bad_discovery_url',
      'discovery_url contains a username or password. Send the URL without them.',
    );
  }
}
