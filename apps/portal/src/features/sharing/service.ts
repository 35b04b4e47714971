import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Auth } from '@cairn/auth';
import { isForeignKeyViolation } from '@cairn/db';
import { AppError, badRequest, conflict, forbidden, notFound } from '@cairn/service';
import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { findResourceByKey, grantToPublic, lockResourceByKey } from '../resources/repo.ts';
import { SERVICE_TYPE } from '../resources/service.ts';
import type { ResourceKey } from '../resources/service.ts';
import type { Resource } from '../resources/types.ts';
import { explainPerson } from './explain.ts';
import {
  administersAny,
  findGroupsWithAccess,
  findPeople,
  findPeopleWithAccess,
  findShareableGroups,
  isPublic,
  removePerson,
  revokeFromPublic,
  saveGroupLevel,
  savePersonLevel,
  searchPeople,
} from './repo.ts';
import type { Person, PersonExplanation, Sharing, SharingInput } from './types.ts';

const MAX_SEARCH_RESULTS = 10;
/** Searches of one user: enough for typing, too few to list all users. */
const SEARCH_LIMIT = { points: 60, duration: 60 };

export interface SharingService {
  read(key: ResourceKey, actor: Actor): Promise<Sharing>;
  /** The groups that the actor may add. */
  choices(actor: Actor): Promise<{ id: number; name: string }[]>;
  /** @throws {AppError} conflict when the access was changed after `input.version` was read */
  save(key: ResourceKey, input: SharingInput, by: { actor: Actor; cause: AuditContext }): Promise<Sharing>;
  explain(key: ResourceKey, userId: number, actor: Actor): Promise<PersonExplanation>;
  /** @throws {AppError} forbidden when the actor can share nothing; too_many above the limit */
  searchPeople(text: string, actor: Actor): Promise<Person[]>;
}

/** Sharing of resources. The contract checks that the actor has the admin permission on the resource. */
export function createSharingService({
  db,
  auth,
}: {
  db: Db;
  auth: Pick<Auth, 'allows' | 'user'>;
}): SharingService {
  const searches = new RateLimiterMemory(SEARCH_LIMIT);

  async function sharingOf(handle: Db, resource: Resource): Promise<Sharing> {
    const [people, groups, open, owners, service] = await Promise.all([
      findPeopleWithAccess(handle, resource.id),
      findGroupsWithAccess(handle, resource.id),
      isPublic(handle, resource.id),
      resource.ownerId === null ? [] : findPeople(handle, [resource.ownerId]),
      findResourceByKey(handle, SERVICE_TYPE, resource.service),
    ]);
    const state = [resource.ownerId, open, people.map(levelOf), groups.map(levelOf)];
    return {
      resource,
      owner: owners[0] ?? null,
      isPublic: open,
      serviceIsPublic: service !== null && (await isPublic(handle, service.id)),
      people: people.filter(({ id }) => id !== resource.ownerId),
      groups,
      version: createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22),
    };
  }

  async function read({ resourceType, resourceKey }: ResourceKey, actor: Actor): Promise<Sharing> {
    refuseServices(resourceType, actor);
    const resource = await findResourceByKey(db, resourceType, resourceKey);
    if (!resource) throw unknown(resourceKey);
    return sharingOf(db, resource);
  }

  return {
    read,
    choices: (actor) => findShareableGroups(db, { userId: actor.id, isAdmin: actor.isAdmin }),

    async searchPeople(text, actor) {
      await searches.consume(String(actor.id)).catch(tooManySearches);
      const { id: userId, groupIds } = actor;
      if (!actor.isAdmin && !(await administersAny(db, { userId, groupIds }))) {
        throw forbidden(
          'portal.nothing_to_share',
          'You can search for people when you have something to share.',
        );
      }
      return searchPeople(db, text, MAX_SEARCH_RESULTS);
    },

    async save({ resourceType, resourceKey }, input, { actor, cause }) {
      refuseServices(resourceType, actor);
      const work = db.transaction().execute(async (trx) => {
        const resource = await lockResourceByKey(trx, resourceType, resourceKey);
        if (!resource) throw unknown(resourceKey);
        const before = await sharingOf(trx, resource);
        if (before.version !== input.version) throw accessChanged();
        await requireValidChoices(trx, { before, input, actor });
        await apply(trx, before, input);
        const after = await sharingOf(trx, resource);
        if (after.version === before.version) return after;
        await recordAudit(trx, {
          event: 'resource.shared',
          cause,
          subject: { type: 'resource', id: resource.id, name: resource.displayName },
          details: { from: summaryOf(before), to: summaryOf(after) },
        });
        return after;
      });
      return work.catch((error: unknown) =>
        // A user or group was deleted after the check.
        Promise.reject(isForeignKeyViolation(error) ? accessChanged() : error),
      );
    },

    async explain(key, userId, actor) {
      const sharing = await read(key, actor);
      const person = await auth.user(userId);
      if (!person) throw notFound('portal.no_such_user', `Enabled user ${userId} not found.`);
      const service = {
        resourceType: SERVICE_TYPE,
        resourceKey: sharing.resource.service,
        permission: 'view' as const,
      };
      return explainPerson(sharing, {
        person: { id: userId, username: person.username ?? '' },
        isAdmin: person.isAdmin,
        groupIds: person.groupIds,
        mayUseService: await auth.allows(person, service),
        forAdmin: actor.isAdmin,
      });
    },
  };
}

/** New users must be enabled; new groups must be among those that the actor may share with. */
async function requireValidChoices(
  trx: Db,
  { before, input, actor }: { before: Sharing; input: SharingInput; actor: Actor },
): Promise<void> {
  for (const ids of [input.people, input.groups].map((entries) => entries.map(({ id }) => id))) {
    if (new Set(ids).size < ids.length)
      throw badRequest('portal.named_twice', 'A person or group is listed twice.');
  }
  const added = input.people
    .map(({ id }) => id)
    .filter((id) => !before.people.some((each) => each.id === id));
  const people = await findPeople(trx, added);
  const missing = added.find((id) => !people.some((person) => person.id === id));
  if (missing !== undefined) throw badRequest('portal.no_such_user', `Enabled user ${missing} not found.`);
  const choices = await findShareableGroups(trx, { userId: actor.id, isAdmin: actor.isAdmin });
  for (const { id } of input.groups) {
    if (![...before.groups, ...choices].some((group) => group.id === id)) {
      throw badRequest(
        'portal.no_such_group',
        `You cannot share with group ${id}. Choose a group that you are a member of.`,
      );
    }
  }
}

/** Saves differences only, so that other permissions of the matrix are unchanged. The owner needs no permission. */
async function apply(trx: Db, before: Sharing, input: SharingInput): Promise<void> {
  const { id: resourceId, ownerId } = before.resource;
  if (input.isPublic && !before.isPublic) await grantToPublic(trx, resourceId);
  if (!input.isPublic && before.isPublic) await revokeFromPublic(trx, resourceId);
  const people = input.people.filter(({ id }) => id !== ownerId);
  for (const { id } of before.people)
    if (!people.some((person) => person.id === id)) await removePerson(trx, resourceId, id);
  for (const person of people) {
    if (before.people.find(({ id }) => id === person.id)?.level !== person.level)
      await savePersonLevel(trx, resourceId, person);
  }
  for (const { id } of before.groups)
    if (!input.groups.some((group) => group.id === id))
      await saveGroupLevel(trx, resourceId, { id, level: null });
  for (const group of input.groups) {
    if (before.groups.find(({ id }) => id === group.id)?.level !== group.level)
      await saveGroupLevel(trx, resourceId, group);
  }
}

function levelOf({ id, level }: { id: number; level: string }): [number, string] {
  return [id, level];
}

function summaryOf({ isPublic: open, people, groups }: Sharing) {
  return {
    visibility: open ? 'public' : 'private',
    people: people.map(({ username, level }) => `${username}: ${level}`),
    groups: groups.map(({ name, level }) => `${name}: ${level}`),
  };
}

/** Only administrators of the platform may change the access to a whole service. */
function refuseServices(resourceType: string, actor: Actor): void {
  if (resourceType !== SERVICE_TYPE || actor.isAdmin) return;
  throw forbidden('portal.reserved_type', 'Only administrators can share a service.');
}

function tooManySearches(refusal: unknown): never {
  if (!(refusal instanceof RateLimiterRes)) throw refusal;
  throw new AppError({
    kind: 'too_many',
    code: 'portal.too_many_searches',
    message: 'Too many searches. Wait a minute and try again.',
    retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
  });
}

function accessChanged() {
  return conflict(
    'portal.sharing_changed',
    'The access was changed after you opened it. Check the current list and save again.',
  );
}

function unknown(resourceKey: string) {
  return notFound('portal.no_such_resource', `Resource "${resourceKey}" not found.`);
}
