import { sql } from 'kysely';
import type { Auth, ResourceAccess } from '@cairn/auth';
import type { AccessCheck, Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';

const RESOURCE_TYPE = 'vault_dataset';
const KEY_PREFIX = 'id:';

export interface DatasetResource {
  resourceType: string;
  resourceKey: string;
}

/**
 * A dataset as the portal knows it. Its key has a colon, which no dataset name contains, so that a permission on an entry
 * under a name never counts for the dataset with that id.
 */
export function datasetResource(datasetId: number): DatasetResource {
  return { resourceType: RESOURCE_TYPE, resourceKey: `${KEY_PREFIX}${datasetId}` };
}

export function datasetCheck(datasetId: number, permission: AccessCheck['permission']): AccessCheck {
  return { ...datasetResource(datasetId), permission };
}

/** Ids of the datasets that an actor may see; `all` for administrators. */
export type VisibleDatasets = 'all' | number[];

/** Whether the dataset whose id is in a column is visible. */
export function isVisible(column: string, visible: VisibleDatasets) {
  return visible === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} = ANY(${visible}::bigint[])`;
}

export interface DatasetLevels {
  visible: VisibleDatasets;
  /** Changes with every change of the permissions. */
  digest: string;
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
        digest: levels.digest,
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

/** Former keys at the portal by the present ones; no query any more once every dataset is registered by its id. */
function createFormerNames(db: Db): () => Promise<Map<string, string>> {
  let none: Map<string, string> | null = null;
  return async () => {
    if (none) return none;
    const rows = await db
      .selectFrom('datasets')
      .select(['id', sql<string>`legacy_keys[1]`.as('name')])
      .where('legacy_keys', '<>', sql<string[]>`'{}'`)
      .execute();
    const names = new Map(rows.map(({ id, name }) => [datasetResource(id).resourceKey, name]));
    if (names.size === 0) none = names;
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
