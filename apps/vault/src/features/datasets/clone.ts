import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { datasetCheck } from '../access/dataset-guard.ts';
import { recordAudit } from '../audit/repo.ts';
import { folderIfOpen } from '../folders/open-folder.ts';
import { usesKeys } from '../imports/remote/repo.ts';
import { enqueuePortalSync } from '../portal-sync/portal-sync.ts';
import { datasetName } from '../versions/dataset-name.ts';
import { noSuchDataset } from '../versions/errors.ts';
import type { DatasetPath } from '../versions/types.ts';
import { copyVersions } from '../versions/repo.ts';
import { keysNotCloned, nameTaken, noVersionToClone } from './errors.ts';
import { insertClone, shareDataset } from '../versions/dataset-repo.ts';
import type { DatasetDeps } from './types.ts';

export interface CloneRequest {
  source: DatasetPath;
  /** Blank: the source's name followed by ` (Copy)`. */
  name: string;
  withMetadata: boolean;
  /** All versions; else the latest only. */
  withVersions: boolean;
  cause: AuditContext;
}

export interface Clone {
  id: number;
  name: string;
  versions: number;
  latest: { id: number; version: number };
}

/** Creates a dataset of the actor with the data of another one: new rows that refer to the same bytes. */
export async function cloneDataset(deps: DatasetDeps, actor: Actor, request: CloneRequest): Promise<Clone> {
  const { source } = request;
  const name = datasetName(request.name.trim() === '' ? `${source.name} (Copy)` : request.name);
  const id = await deps.portalSync.registerNew({ name, ownerId: actor.id });
  return deps.db.transaction().execute((trx) => insert(deps, trx, { ...request, id, name, actor }));
}

async function insert(
  { guard, jobs }: DatasetDeps,
  trx: Db,
  request: CloneRequest & { id: number; actor: Actor },
): Promise<Clone> {
  const { id, name, actor, withMetadata } = request;
  const source = await shareDataset(trx, request.source.datasetId);
  if (!source) throw noSuchDataset(request.source.name);
  // The title is the name until a user sets one.
  const title = withMetadata && source.title !== source.name ? source.title : name;
  const owner = { id: actor.id, username: actor.username };
  const folderId = await folderIfOpen(trx, source.folderId, actor);
  const clone = { id, sourceId: source.id, name, title, folderId, owner, withMetadata };
  if (!(await insertClone(trx, clone))) throw nameTaken(name);
  const copied = await copyVersions(trx, {
    of: { datasetId: source.id, latestOnly: !request.withVersions },
    into: id,
    after: 0,
    operation: 'clone',
    author: owner,
  });
  const latest = copied.at(-1);
  if (!latest) throw noVersionToClone(source.name);
  if ((await usesKeys(trx, copied)) && !(await guard.allows(actor, datasetCheck(source.id, 'admin'))))
    throw keysNotCloned();
  const details = { source: source.name, source_id: source.id, versions: copied.length };
  const { cause } = request;
  await recordAudit(trx, { event: 'dataset.cloned', cause, datasetId: id, subject: name, details });
  if (title !== name) await enqueuePortalSync(trx, jobs, { datasetId: id });
  return { id, name, versions: copied.length, latest };
}
