import type { VaultOperations } from '@cairn/contracts';
import type { Storage } from '@cairn/files';
import { streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { cacheControl } from '../content/http-cache.ts';
import { RESOURCE_TYPE } from '../datasets/service.ts';
import type { DatasetGuard } from '../datasets/service.ts';
import { readableVersions } from '../visitors/redact.ts';
import { sendObject } from './download.ts';
import { toVersionBody } from './mapper.ts';
import { findVersionById, listVersionsOfDatasets, listVersionsOfProject } from './repo.ts';

export interface VersionRoutes {
  db: Db;
  storage: Storage;
  guard: DatasetGuard;
}

export function versionRoutes({
  db,
  storage,
  guard,
}: VersionRoutes): Handlers<
  VaultOperations,
  'listDatasetVersions' | 'listProjectVersions' | 'downloadVersion'
> {
  return {
    async listDatasetVersions({ path }, actor) {
      const versions = await listVersionsOfDatasets(db, [path.name]);
      return { dataset: path.name, versions: readableVersions(versions.map(toVersionBody), actor) };
    },

    async listProjectVersions({ path }, actor) {
      const visible = await guard.visibleKeys(actor, RESOURCE_TYPE, 'view');
      const versions = await listVersionsOfProject(db, path.id, visible);
      return readableVersions(versions.map(toVersionBody), actor);
    },

    downloadVersion: streaming(async ({ req, res, input, actor }) => {
      const version = await findVersionById(db, Number(input.path.id));
      await sendObject({ req, res, storage, version, cache: cacheControl(actor) });
    }),
  };
}

/** Resolves the id of a version to its dataset's name, which holds the permissions. */
export function versionResolver(db: Db): (id: string) => Promise<string | null> {
  return async (id) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) return null;
    return (await findVersionById(db, Number(id)))?.dataset ?? null;
  };
}
