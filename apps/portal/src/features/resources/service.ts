import { toAppError } from '@cairn/db';
import { badRequest, forbidden } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { isSafeLink } from '../cards/link.ts';
import { deleteCardsOf, moveCardsToKey, readdressCards } from '../cards/repo.ts';
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
  /** Address of its page. */
  url?: string;
  /** Former keys; the first one that is registered gives the resource its owner, permissions and cards. */
  replaces?: string[];
}

export interface ResourceKey {
  resourceType: string;
  resourceKey: string;
}

export interface ResourceService {
  list(filter: ResourceFilter): Promise<Resource[]>;
  overview(filter: OverviewFilter): Promise<AccessOverviewItem[]>;
  register(registration: ResourceRegistration, caller: string, cause: AuditContext): Promise<Resource>;
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
              message: `There is no user with id ${registration.ownerId}; leave the owner out.`,
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

/**
 * Within a transaction: the entry under a former key becomes the resource's own. When the resource is registered already,
 * or several former keys are, the others are dropped: the permissions of one resource never come from two entries.
 */
async function replaceFormerKeys(
  trx: Db,
  { resourceType, resourceKey, service, replaces = [] }: ResourceRegistration,
  cause: AuditContext,
): Promise<void> {
  if (replaces.length === 0) return;
  // Always in the same order, so that two registrations cannot deadlock.
  const entries = new Map<string, Resource | null>();
  for (const key of [...new Set([resourceKey, ...replaces])].toSorted())
    entries.set(key, await lockResourceByKey(trx, resourceType, key));
  for (const entry of entries.values()) if (entry && entry.service !== service) throw notYours(entry.service);
  let isRegistered = entries.get(resourceKey) !== null;
  for (const formerKey of replaces) {
    const entry = entries.get(formerKey);
    if (!entry || formerKey === resourceKey) continue;
    if (isRegistered) await deleteResource(trx, entry.id);
    else await updateResourceKey(trx, entry.id, resourceKey);
    isRegistered = true;
    entries.delete(formerKey);
    await moveCardsToKey(trx, { service, resourceId: formerKey }, resourceKey);
    await recordAudit(trx, {
      event: 'resource.renamed',
      cause,
      subject: { type: 'resource', id: entry.id, name: entry.displayName },
      details: { resource_type: resourceType, resource_key: formerKey, new_key: resourceKey },
    });
  }
}

/** Within a transaction: registers the resource, public from its first moment if the registration says so. */
export async function registerResource(
  trx: Db,
  registration: ResourceRegistration,
  cause: AuditContext,
): Promise<Resource> {
  const { resourceType, resourceKey, service, url } = registration;
  const former = url === undefined ? null : await lockResourceByKey(trx, resourceType, resourceKey);
  const { resource, created } = await upsertResource(trx, registration);
  if (resource.service !== registration.service) throw notYours(resource.service);
  if (former?.url && url !== undefined && former.url !== url)
    await readdressCards(trx, { service, resourceId: resourceKey }, { from: former.url, to: url });
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

function unsafeUrl() {
  return badRequest('portal.bad_link', 'url is not a path of this site or an http(s) address; correct it.');
}

function notYours(service: string) {
  return forbidden(
    'portal.foreign_resource',
    `This resource belongs to the service ${service}; only it may change the entry.`,
  );
}
