import type { InScratch, Storage } from '@cairn/files';
import type { Db } from '../../db/schema.ts';
import { openBundle } from './bundle.ts';
import { nothingApplied, publishing } from './errors.ts';
import { MAX_PUBLISH_MS } from './http-publisher.ts';
import {
  claimPublication,
  listBundleFiles,
  releasePublication,
  savePublication,
} from './publication-repo.ts';
import { isQgisProject, requireNoPasswords } from './qgis-passwords.ts';
import type { BundleFile, Publication, PublishedProject, Publisher } from './types.ts';

/** Beyond the longest time of two requests. */
const LEASE_MS = 2 * MAX_PUBLISH_MS + 60_000;

export interface PublishDeps {
  db: Db;
  storage: Pick<Storage, 'path'>;
  inScratch: InScratch;
}

/**
 * Publishes what a project has applied. The publisher's id is stored before the call returns; `record` runs in the same transaction.
 * @throws {AppError} conflict without an applied version, and while someone else publishes it; unprocessable for passwords in QGIS
 *   projects; bad_gateway
 */
export async function publishProject(
  deps: PublishDeps & { publisher: Publisher },
  project: PublishedProject,
  { signal, record }: { signal: AbortSignal; record(trx: Db): Promise<void> },
): Promise<Publication> {
  const { db, storage, publisher } = deps;
  const { snapshot } = project;
  if (!snapshot) throw nothingApplied(project.name);
  const files = await listBundleFiles(db, snapshot.id);
  if (files.length === 0) throw nothingApplied(project.name);
  await checkProjects(deps, files);
  const claim = await claimPublication(db, project, LEASE_MS);
  if (!claim) throw publishing(project.name);
  try {
    const bundle = () => openBundle(storage, project, { ...snapshot, files });
    const published = await publisher.publish(bundle, claim, signal);
    const publishedAt = await db.transaction().execute(async (trx) => {
      const at = await savePublication(trx, project.id, { ...published, seq: project.seq });
      await record(trx);
      return at;
    });
    return { ...published, seq: project.seq, publishedAt };
  } finally {
    await releasePublication(db, project.id, claim.attempt);
  }
}

async function checkProjects({ storage, inScratch }: PublishDeps, files: BundleFile[]): Promise<void> {
  const projects = files.filter(({ path }) => isQgisProject(path));
  if (projects.length === 0) return;
  await inScratch(async (folder) => {
    for (const { path, key } of projects) await requireNoPasswords(path, storage.path(key), folder);
  });
}
