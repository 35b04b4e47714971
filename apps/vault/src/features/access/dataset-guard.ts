import type { Auth, ResourceAccess } from '@cairn/auth';
import type { VaultSchemas } from '@cairn/contracts';
import { forbidden } from '@cairn/service';
import type { AccessCheck, Actor, Call } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { listLegacyKeys } from './repo.ts';
import type { VisibleDatasets } from './repo.ts';

const RESOURCE_TYPE = 'vault_dataset';
const KEY_PREFIX = 'id:';
const EDIT_IN_VAULT = { resourceType: 'service', resourceKey: 'vault', permission: 'edit' } as const;

export interface DatasetResource {
  resourceType: string;
  resourceKey: string;
}

/**
 * The resource of a dataset at the portal. Its key has a colon, which no dataset name contains, so that a permission on an entry
 * under a name never counts for the dataset with that id.
 */
export function datasetResource(datasetId: number): DatasetResource {
  return { resourceType: RESOURCE_TYPE, resourceKey: `${KEY_PREFIX}${datasetId}` };
}

/** During an upgrade a dataset may still be registered under a name. */
export function portalKey(datasetId: number, legacyKeys: string[]): string {
  return legacyKeys[0] ?? datasetResource(datasetId).resourceKey;
}

export function datasetCheck(datasetId: number, permission: AccessCheck['permission']): AccessCheck {
  return { ...datasetResource(datasetId), permission };
}

export interface DatasetLevels {
  visible: VisibleDatasets;
  /** Null for a dataset that the actor may not see. */
  of(datasetId: number): ResourceAccess | null;
}

/** Sign-in and permissions, with datasets named by their ids. */
export interface DatasetGuard extends Omit<Auth, 'visibleKeys' | 'accessLevels' | 'access'> {
  /** One query, for lists. */
  visibleDatasets(actor: Actor): Promise<VisibleDatasets>;
  /** One query: what the actor may do with each dataset. */
  datasetLevels(actor: Actor): Promise<DatasetLevels>;
  /** What the actor may do with a dataset, and with whom it is shared; null when the actor may not see it. */
  datasetAccess(actor: Actor, datasetId: number): Promise<ResourceAccess | null>;
}

/**
 * During an upgrade the portal may still have datasets under their names. Those names are read before the permissions, and
 * both keys are checked in one query, so that no permission is missed while an entry moves from one key to the other.
 */
export function createDatasetGuard(db: Db, auth: Auth): DatasetGuard {
  const formerNames = createFormerNames(db);

  async function withFormerKey<R extends DatasetResource>(resource: R): Promise<R & { formerKey?: string }> {
    const formerKey = (await formerNames()).get(resource.resourceKey);
    return formerKey === undefined ? resource : { ...resource, formerKey };
  }

  return {
    ...auth,

    async allows(actor, check) {
      if (actor.isAdmin || check.resourceType !== RESOURCE_TYPE) return auth.allows(actor, check);
      return auth.allows(actor, await withFormerKey(check));
    },

    async visibleDatasets(actor) {
      if (actor.isAdmin) return 'all';
      const former = await formerNames();
      return idsOf(await auth.visibleKeys(actor, RESOURCE_TYPE, 'view'), former);
    },

    async datasetLevels(actor) {
      const former = await formerNames();
      const levels = await auth.accessLevels(actor, RESOURCE_TYPE);
      return {
        visible: idsOf(levels.visible, former),
        of(datasetId) {
          const key = datasetResource(datasetId).resourceKey;
          const name = former.get(key);
          const byName = name === undefined ? null : levels.of(name);
          // Administrators get an answer for each key, but only one of them is registered.
          return byName?.isPublic || byName?.isShared ? byName : (levels.of(key) ?? byName);
        },
      };
    },

    datasetAccess: async (actor, datasetId) =>
      auth.access(actor, await withFormerKey(datasetResource(datasetId))),
  };
}

/** Former keys at the portal by the present ones. Once every dataset is registered by its id, there are no more queries. */
function createFormerNames(db: Db): () => Promise<Map<string, string>> {
  let empty: Map<string, string> | null = null;
  return async () => {
    if (empty) return empty;
    const datasets = await listLegacyKeys(db);
    const names = new Map(datasets.map(({ id, name }) => [datasetResource(id).resourceKey, name]));
    if (names.size === 0) empty = names;
    return names;
  };
}

function idsOf(keys: 'all' | string[], former: Map<string, string>): VisibleDatasets {
  if (keys === 'all') return 'all';
  const presentKeys = new Map([...former].map(([key, name]) => [name, key]));
  return keys.flatMap((key) => {
    const present = key.startsWith(KEY_PREFIX) ? key : presentKeys.get(key);
    return present === undefined ? [] : [Number(present.slice(KEY_PREFIX.length))];
  });
}

/**
 * The id of the dataset whose permissions were checked; 0 for an unknown name. Handlers use it instead of the name, which may
 * belong to another dataset a moment later.
 */
export function checkedDatasetId({ resourceKeys }: Pick<Call, 'resourceKeys'>): number {
  return Number(resourceKeys[0]?.slice(KEY_PREFIX.length) ?? 0);
}

export function withDatasetId<Path extends object>(
  path: Path,
  call: Pick<Call, 'resourceKeys'>,
): Path & { datasetId: number } {
  return { ...path, datasetId: checkedDatasetId(call) };
}

/** For workers, which act for a user without a session. */
export type UserRights = Pick<Auth, 'user' | 'allows'>;

/** Whether a user may still edit a dataset: an account that is enabled, with the permission on the vault and on the dataset. */
export async function mayEditDataset(auth: UserRights, userId: number, datasetId: number): Promise<boolean> {
  const actor = await auth.user(userId);
  if (!actor || !(await auth.allows(actor, EDIT_IN_VAULT))) return false;
  return auth.allows(actor, datasetCheck(datasetId, 'edit'));
}

/** The user who requested a job. @throws {AppError} forbidden for a user who may no longer edit in the vault. */
export async function requireRequester(auth: UserRights, id: number | null): Promise<Actor> {
  const actor = id === null ? null : await auth.user(id);
  if (!actor || !(await auth.allows(actor, EDIT_IN_VAULT))) {
    throw forbidden(
      'vault.requester_lost_rights',
      'The user who started this job no longer has edit access. Nothing was changed.',
    );
  }
  return actor;
}

/** @throws {AppError} forbidden when the requester no longer has the permission that the job needs. */
export async function requirePermission(
  auth: UserRights,
  actor: Actor,
  { datasetId, dataset }: { datasetId: number; dataset: string },
  permission: 'view' | 'edit',
): Promise<void> {
  if (await auth.allows(actor, datasetCheck(datasetId, permission))) return;
  throw forbidden(
    'vault.requester_lost_rights',
    `The user who started this job no longer has the ${permission} permission on "${dataset}". Nothing was changed.`,
  );
}

/** The permission and the sharing of a dataset, as responses show them. */
export function toAccessBody({
  permission,
  isPublic,
  isShared,
}: ResourceAccess): Required<Pick<VaultSchemas['DatasetMetadata'], 'permissions' | 'sharing'>> {
  const isAdmin = permission === 'admin';
  return {
    permissions: { view: true, edit: isAdmin || permission === 'edit', admin: isAdmin },
    sharing: isPublic ? 'public' : isShared ? 'shared' : 'private',
  };
}
