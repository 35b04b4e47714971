import { ANONYMOUS } from '@cairn/service';
import type { AccessCheck, Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { listVersionsOfDatasets } from '../versions/repo.ts';
import type { Version } from '../versions/types.ts';
import { findDataset, listOutlines } from './repo.ts';
import type { Dataset, DatasetOutline, OutlineFilter, VisibleKeys } from './types.ts';

export const RESOURCE_TYPE = 'vault_dataset';

/** What lists need of sign-in and access. */
export interface DatasetGuard {
  visibleKeys(
    actor: Actor,
    resourceType: string,
    permission: AccessCheck['permission'],
  ): Promise<VisibleKeys>;
  allows(actor: Actor, check: AccessCheck): Promise<boolean>;
}

export interface AccessLevels {
  view: boolean;
  edit: boolean;
  admin: boolean;
  /** Everybody may see it. */
  public: boolean;
}

export type DatasetService = ReturnType<typeof createDatasetService>;

export function createDatasetService({ db, guard }: { db: Db; guard: DatasetGuard }) {
  /** Tells for each dataset what the actor may do, with one question a level instead of one a dataset. */
  async function accessOf(actor: Actor): Promise<{ visible: VisibleKeys; of(name: string): AccessLevels }> {
    const keys = (who: Actor, permission: AccessCheck['permission']) =>
      guard.visibleKeys(who, RESOURCE_TYPE, permission);
    const [visible, edit, admin, everybody] = await Promise.all([
      keys(actor, 'view'),
      keys(actor, 'edit'),
      keys(actor, 'admin'),
      keys(ANONYMOUS, 'view'),
    ]);
    const inEdit = membership(edit);
    const inAdmin = membership(admin);
    const inPublic = membership(everybody);
    return {
      visible,
      of: (name) => ({ view: true, edit: inEdit(name), admin: inAdmin(name), public: inPublic(name) }),
    };
  }

  return {
    find: (name: string): Promise<Dataset | null> => findDataset(db, name),

    async summaries(
      actor: Actor,
      filter: Omit<OutlineFilter, 'visible'>,
    ): Promise<{ outline: DatasetOutline; access: AccessLevels }[]> {
      const access = await accessOf(actor);
      const outlines = await listOutlines(db, { ...filter, visible: access.visible });
      return outlines.map((outline) => ({ outline, access: access.of(outline.name) }));
    },

    /** By name, archived ones too, each with its versions newest first. */
    async listing(actor: Actor): Promise<{ outline: DatasetOutline; versions: Version[] }[]> {
      const visible = await guard.visibleKeys(actor, RESOURCE_TYPE, 'view');
      const outlines = await listOutlines(db, { visible, archived: 'include' });
      const versions = await listVersionsOfDatasets(
        db,
        outlines.map(({ name }) => name),
      );
      const byName = Map.groupBy(versions, ({ dataset }) => dataset);
      return outlines
        .sort((a, b) => a.name.localeCompare(b.name))
        .map((outline) => ({ outline, versions: byName.get(outline.name) ?? [] }));
    },

    async permissionsOn(actor: Actor, name: string): Promise<Pick<AccessLevels, 'view' | 'edit' | 'admin'>> {
      const may = (permission: AccessCheck['permission']) =>
        guard.allows(actor, { resourceType: RESOURCE_TYPE, resourceKey: name, permission });
      const [view, edit, admin] = await Promise.all([may('view'), may('edit'), may('admin')]);
      return { view, edit, admin };
    },
  };
}

function membership(keys: VisibleKeys): (name: string) => boolean {
  if (keys === 'all') return () => true;
  const set = new Set(keys);
  return (name) => set.has(name);
}
