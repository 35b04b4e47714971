import { toAppError } from '@cairn/db';
import { badRequest, forbidden } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { keepingServices } from '../../shared-resource-types.ts';
import { recordAudit } from '../audit/repo.ts';
import { isSafeLink } from '../cards/link.ts';
import { deleteCardsOf, moveCardsToKey, readdressCards } from '../cards/repo.ts';
import type { CardSource } from '../cards/repo.ts';
import {
  deleteResource,
  findAccessOverview,
  findGroupId,
  findResourceByKey,
  findResources,
  grantToGroup,
  grantToPublic,
  lockResourceByKey,
  updateResourceKey,
  upsertResource,
} from './repo.ts';
import type {
  AccessOverviewItem,
  NewGrant,
  OverviewFilter,
  Resource,
  ResourceFilter,
  Visibility,
} from './types.ts';

/** Resource type of services; the key is the name of the service. */
export const SERVICE_TYPE = 'service';

export interface ResourceRegistration {
  resourceType: string;
  resourceKey: string;
  displayName: string;
  service: string;
  ownerId?: number | null;
  /** Applies to a new resource only, so that decisions of administrators stay. */
  visibility?: Visibility;
  /** Permissions of groups, for a new resource only as well. */
  grants?: NewGrant[];
  /** Address of its page. */
  url?: string;
  /** Former keys; the resource takes over owner, permissions and cards of the first one that is registered. */
  replaces?: string[];
}

export interface RegisteredResource {
  resource: Resource;
  /** Whether it is new. */
  created: boolean;
}

export interface ResourceKey {
  resourceType: string;
  resourceKey: string;
}

export interface ResourceService {
  list(filter: ResourceFilter): Promise<Resource[]>;
  overview(filter: OverviewFilter): Promise<AccessOverviewItem[]>;
  register(
    registration: ResourceRegistration,
    caller: string,
    cause: AuditContext,
  ): Promise<RegisteredResource>;
  forget(key: ResourceKey, caller: string, cause: AuditContext): Promise<void>;
}

export function createResourceService({ db }: { db: Db }): ResourceService {
  return {
    list: (filter) => findResources(db, filter),
    overview: (filter) => findAccessOverview(db, filter),

    async register(registration, caller, cause) {
      if (registration.service !== caller) throw notYours(registration.service);
      refuseServices(registration.resourceType);
      if (registration.url !== undefined && !isSafeLink(registration.url)) throw unsafeUrl();
      const work = db.transaction().execute(async (trx) => {
        await replaceFormerKeys(trx, registration, cause);
        return registerResource(trx, registration, cause);
      });
      return work.catch((error: unknown) =>
        Promise.reject(
          toAppError(error, {
            resources_owner_id_fkey: {
              code: 'portal.no_such_user',
              message: `User ${registration.ownerId} not found.`,
              kind: 'bad_request',
            },
            permissions_group_id_fkey: {
              code: 'portal.no_such_group',
              message: 'A group of the grants was deleted in the meantime.',
              kind: 'bad_request',
            },
          }),
        ),
      );
    },

    async forget({ resourceType, resourceKey }, caller, cause) {
      refuseServices(resourceType);
      await db.transaction().execute(async (trx) => {
        const resource = await findResourceByKey(trx, resourceType, resourceKey);
        if (!resource) return;
        if (!keepingServices(resource).includes(caller)) throw notYours(resource.service);
        if (!(await deleteResource(trx, resource.id))) return;
        await recordAudit(trx, {
          event: 'resource.forgotten',
          cause,
          subject: { type: 'resource', id: resource.id, name: resource.displayName },
          details: { resource_type: resourceType, resource_key: resourceKey },
        });
        const cards = await deleteCardsOf(trx, sourceOfCards(resource));
        for (const { id, title } of cards) {
          const subject = { type: 'card' as const, id, name: title };
          await recordAudit(trx, { event: 'card.deleted', cause, subject });
        }
      });
    },
  };
}

/**
 * Within a transaction: moves the entry of a former key to the new key. If several of the keys are registered, only one entry
 * is kept, so that a resource never has the permissions of two entries.
 */
async function replaceFormerKeys(
  trx: Db,
  { resourceType, resourceKey, service, replaces = [] }: ResourceRegistration,
  cause: AuditContext,
): Promise<void> {
  if (replaces.length === 0) return;
  // Always in the same order, so that concurrent registrations do not deadlock.
  const entries = new Map<string, Resource | null>();
  for (const key of [...new Set([resourceKey, ...replaces])].toSorted())
    entries.set(key, await lockResourceByKey(trx, resourceType, key));
  for (const entry of entries.values())
    if (entry && !keepingServices(entry).includes(service)) throw notYours(entry.service);
  let isRegistered = entries.get(resourceKey) !== null;
  for (const formerKey of replaces) {
    const entry = entries.get(formerKey);
    if (!entry || formerKey === resourceKey) continue;
    if (isRegistered) await deleteResource(trx, entry.id);
    else await updateResourceKey(trx, entry.id, resourceKey);
    isRegistered = true;
    entries.delete(formerKey);
    await moveCardsToKey(trx, sourceOfCards(entry), resourceKey);
    await recordAudit(trx, {
      event: 'resource.renamed',
      cause,
      subject: { type: 'resource', id: entry.id, name: entry.displayName },
      details: { resource_type: resourceType, resource_key: formerKey, new_key: resourceKey },
    });
  }
}

/** Within a transaction: registers a resource, whose visibility and grants the registration sets if it is new. */
export async function registerResource(
  trx: Db,
  registration: ResourceRegistration,
  cause: AuditContext,
): Promise<RegisteredResource> {
  const { resourceType, resourceKey, service, url } = registration;
  const former = url === undefined ? null : await lockResourceByKey(trx, resourceType, resourceKey);
  const { resource, created } = await upsertResource(trx, registration);
  if (!keepingServices(resource).includes(service)) throw notYours(resource.service);
  if (former?.url && url !== undefined && former.url !== url)
    await readdressCards(trx, sourceOfCards(resource), { from: former.url, to: url });
  if (!created) return { resource, created };
  if (registration.visibility === 'public') await grantToPublic(trx, resource.id);
  for (const { group, permission } of registration.grants ?? []) {
    const groupId = await findGroupId(trx, group);
    if (groupId === null) throw unknownGroup(group);
    await grantToGroup(trx, { resourceId: resource.id, groupId, permission });
  }
  await recordAudit(trx, {
    event: 'resource.registered',
    cause,
    subject: { type: 'resource', id: resource.id, name: resource.displayName },
    details: {
      resource_type: resource.resourceType,
      resource_key: resource.resourceKey,
      owner_id: resource.ownerId,
      ...(registration.grants ? { grants: registration.grants } : {}),
    },
  });
  return { resource, created };
}

/** What the cards of a resource name: any of the services that keep it may have listed it. */
function sourceOfCards(resource: Resource): CardSource {
  return { services: keepingServices(resource), resourceId: resource.resourceKey };
}

/** Services register themselves, so that no service can own another one that is not yet registered. */
function refuseServices(resourceType: string): void {
  if (resourceType !== SERVICE_TYPE) return;
  throw forbidden(
    'portal.reserved_type',
    'Services register themselves with PUT /internal/services/{service_key}.',
  );
}

function unknownGroup(group: string | number) {
  return badRequest('portal.no_such_group', `Group ${group} not found. Remove it from the grants.`);
}

function unsafeUrl() {
  return badRequest('portal.bad_link', 'url is neither a path of this site nor an http(s) URL.');
}

function notYours(service: string) {
  return forbidden(
    'portal.foreign_resource',
    `This resource belongs to the service ${service}. Only that service can change it.`,
  );
}
