import { isUniqueViolation, toAppError } from '@cairn/db';
import { conflict, forbidden, notFound } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { deleteCardsOf, renameCardSource } from '../cards/repo.ts';
import { grantToPublic } from '../permissions/repo.ts';
import {
  deleteResource,
  findAccessOverview,
  findResourceByKey,
  findResources,
  lockResourceByKey,
  updateResourceKey,
  upsertResource,
} from './repo.ts';
import type { AccessOverviewItem, OverviewFilter, Resource, ResourceFilter, Visibility } from './types.ts';

/** Resource type of services themselves; their key is the service's name. */
export const SERVICE_TYPE = 'service';

export interface ResourceRegistration {
  resourceType: string;
  resourceKey: string;
  displayName: string;
  service: string;
  ownerId?: number | null;
  /** Counts for a new resource only: what administrators decided later stays. */
  visibility?: Visibility;
}

export interface ResourceKey {
  resourceType: string;
  resourceKey: string;
}

export interface ResourceRenaming extends ResourceKey {
  newKey: string;
  displayName?: string;
}

export interface ResourceService {
  list(filter: ResourceFilter): Promise<Resource[]>;
  overview(filter: OverviewFilter): Promise<AccessOverviewItem[]>;
  register(registration: ResourceRegistration, caller: string, cause: AuditContext): Promise<Resource>;
  /** Gives a resource another key; nothing happens when that was done before. */
  rename(renaming: ResourceRenaming, caller: string, cause: AuditContext): Promise<Resource>;
  forget(key: ResourceKey, caller: string, cause: AuditContext): Promise<void>;
}

export function createResourceService({ db }: { db: Db }): ResourceService {
  return {
    list: (filter) => findResources(db, filter),
    overview: (filter) => findAccessOverview(db, filter),

    async register(registration, caller, cause) {
      if (registration.service !== caller) throw notYours(registration.service);
      refuseServices(registration.resourceType);
      const work = db.transaction().execute((trx) => registerResource(trx, registration, cause));
      return work.catch((error: unknown) =>
        Promise.reject(
          toAppError(error, {
            resources_owner_id_fkey: {
              code: 'portal.no_such_user',
              message: `There is no user with id ${registration.ownerId}; leave the owner out.`,
              kind: 'bad_request',
            },
          }),
        ),
      );
    },

    async rename(renaming, caller, cause) {
      refuseServices(renaming.resourceType);
      const work = db.transaction().execute((trx) => renameResource(trx, renaming, { caller, cause }));
      return work.catch((error: unknown) => {
        // Registered between the look and the change.
        const taken = isUniqueViolation(error, 'resources_type_key_key');
        throw taken ? keyTaken(renaming) : error;
      });
    },

    async forget({ resourceType, resourceKey }, caller, cause) {
      refuseServices(resourceType);
      await db.transaction().execute(async (trx) => {
        const resource = await findResourceByKey(trx, resourceType, resourceKey);
        if (!resource) return;
        if (resource.service !== caller) throw notYours(resource.service);
        if (!(await deleteResource(trx, resource.id))) return;
        await recordAudit(trx, {
          event: 'resource.forgotten',
          cause,
          subject: { type: 'resource', id: resource.id, name: resource.displayName },
          details: { resource_type: resourceType, resource_key: resourceKey },
        });
        const cards = await deleteCardsOf(trx, { service: caller, resourceId: resourceKey });
        for (const { id, title } of cards) {
          const subject = { type: 'card' as const, id, name: title };
          await recordAudit(trx, { event: 'card.deleted', cause, subject });
        }
      });
    },
  };
}

async function renameResource(
  trx: Db,
  { resourceType, resourceKey, newKey, displayName }: ResourceRenaming,
  { caller, cause }: { caller: string; cause: AuditContext },
): Promise<Resource> {
  // In one order for all: two renamings in opposite directions would wait for each other else.
  const found = new Map<string, Resource | null>();
  for (const key of [resourceKey, newKey].toSorted())
    found.set(key, await lockResourceByKey(trx, resourceType, key));
  const resource = found.get(resourceKey) ?? null;
  const other = found.get(newKey) ?? null;
  for (const each of [resource, other]) if (each && each.service !== caller) throw notYours(each.service);
  if (!resource && other) return other;
  if (!resource) {
    throw notFound('portal.no_such_resource', `There is no ${resourceType} "${resourceKey}"; register it.`);
  }
  if (other && other.id !== resource.id) throw keyTaken({ resourceType, newKey });
  const renamed = await updateResourceKey(trx, resource.id, {
    resourceKey: newKey,
    ...(displayName === undefined ? {} : { displayName }),
  });
  await renameCardSource(trx, { service: caller, resourceId: resourceKey }, newKey);
  await recordAudit(trx, {
    event: 'resource.renamed',
    cause,
    subject: { type: 'resource', id: renamed.id, name: renamed.displayName },
    details: { resource_type: resourceType, resource_key: resourceKey, new_key: newKey },
  });
  return renamed;
}

/** Within a transaction: the resource, public from its first moment when so asked. */
export async function registerResource(
  trx: Db,
  registration: ResourceRegistration,
  cause: AuditContext,
): Promise<Resource> {
  const { resource, created } = await upsertResource(trx, registration);
  if (resource.service !== registration.service) throw notYours(resource.service);
  if (!created) return resource;
  if (registration.visibility === 'public') await grantToPublic(trx, resource.id);
  await recordAudit(trx, {
    event: 'resource.registered',
    cause,
    subject: { type: 'resource', id: resource.id, name: resource.displayName },
    details: {
      resource_type: resource.resourceType,
      resource_key: resource.resourceKey,
      owner_id: resource.ownerId,
    },
  });
  return resource;
}

/** A service becomes a resource by registering itself, or one service could own another that is yet to come. */
function refuseServices(resourceType: string): void {
  if (resourceType !== SERVICE_TYPE) return;
  throw forbidden(
    'portal.reserved_type',
    'Services register themselves by PUT /internal/services/{service_key}.',
  );
}

function keyTaken({ resourceType, newKey }: Pick<ResourceRenaming, 'resourceType' | 'newKey'>) {
  return conflict('portal.key_taken', `There is a ${resourceType} "${newKey}" already; forget it first.`);
}

function notYours(service: string) {
  return forbidden(
    'portal.foreign_resource',
    `This resource belongs to the service ${service}; only it may change the entry.`,
  );
}
