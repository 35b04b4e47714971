import { forbidden, notFound } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { datasetCheck } from '../access/dataset-guard.ts';
import { enqueuePortalSync } from '../portal-sync/portal-sync.ts';
import { folderIfOpen } from '../folders/open-folder.ts';
import { datasetName } from '../versions/dataset-name.ts';
import { usesKeys } from '../imports/remote/repo.ts';
import { copyVersions } from '../versions/write-repo.ts';
import type { LifecycleDeps } from './deps.ts';
import { nameTaken } from './rename.ts';
import { insertClone, shareDataset } from './lifecycle-repo.ts';

export interface CloneRequest {
  source: string;
  /** Blank: the source's name followed by ` (Copy)`. */
  name: string;
  withMetadata: boolean;
  /** All versions; else the latest alone. */
  withVersions: boolean;
}

export interface Clone {
  id: number;
  name: string;
  title: string;
  versions: number;
  latest: { id: number; version: number };
}

/** A dataset of the actor's own with the data of another: new rows on the same bytes. */
export async function cloneDataset(
  parts: LifecycleDeps,
  actor: Actor,
  request: CloneRequest,
): Promise<Clone> {
  const name = datasetName(request.name.trim() === '' ? `${request.source} (Copy)` : request.name);
  const id = await parts.portalSync.registerNew({ name, ownerId: actor.id });
  return parts.db.transaction().execute((trx) => write(parts, trx, { ...request, id, name, actor }));
}

async function write(
  { auth, jobs }: LifecycleDeps,
  trx: Db,
  request: CloneRequest & { id: number; actor: Actor },
): Promise<Clone> {
  const { id, name, actor } = request;
  const source = await shareDataset(trx, request.source);
  if (!source)
    throw notFound('vault.no_such_dataset', `There is no dataset "${request.source}"; check its name.`);
  // The title is the name until a user sets one.
  const title = request.withMetadata && source.title !== source.name ? source.title : name;
  const owner = { id: actor.id, username: actor.username };
  const folderId = await folderIfOpen(trx, source.folderId, actor);
  const described = request.withMetadata;
  const clone = { id, sourceId: source.id, name, title, folderId, owner, described };
  if (!(await insertClone(trx, clone))) throw nameTaken(name);
  const copied = await copyVersions(trx, {
    of: { datasetId: source.id, latestOnly: !request.withVersions },
    into: id,
    after: 0,
    operation: 'clone',
    author: owner,
  });
  const latest = copied.at(-1);
  if (!latest) throw notFound('vault.no_versions', `The dataset "${source.name}" has no version to clone.`);
  if ((await usesKeys(trx, copied)) && !(await auth.allows(actor, datasetCheck(source.id, 'admin')))) {
    throw forbidden(
      'vault.keys_not_cloned',
      'The data of this dataset is stored elsewhere and read with keys that its owner saved. A clone would go on using them, so only users with the admin permission on the dataset can create one. Import the file with your own keys instead.',
    );
  }
  if (title !== name) await enqueuePortalSync(trx, jobs, { datasetId: id });
  return { id, name, title, versions: copied.length, latest };
}
