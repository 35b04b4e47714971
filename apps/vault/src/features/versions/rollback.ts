import { conflict, notFound } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { refuseOpenEdits } from '../rows/repo.ts';
import { datasetArchived } from './destination.ts';
import { lockDatasetOf } from './write-repo.ts';
import { copyVersions } from './copy-repo.ts';
import { findVersionById } from './repo.ts';
import type { Version } from './types.ts';

export interface Rollback {
  version: Version;
  reason: string;
  /** Number of the version whose content it has. */
  to: number;
}

/** Makes a new version with the content of an earlier one; history stays, and no byte is copied. */
export async function rollBack(
  db: Db,
  actor: Actor,
  { versionId, reason }: { versionId: number; reason: string },
): Promise<Rollback> {
  return db.transaction().execute(async (trx) => {
    const dataset = await lockDatasetOf(trx, versionId);
    // Behind the lock nobody deletes it; before it somebody may have.
    const source = dataset ? await findVersionById(trx, versionId) : null;
    if (!dataset || !source)
      throw notFound('vault.no_such_version', `There is no version with the id ${versionId} any more.`);
    if (dataset.archived) throw datasetArchived(dataset.name);
    if (dataset.latest?.id === source.id) {
      throw conflict(
        'vault.already_latest',
        `Version ${source.version} is the latest of "${dataset.name}" already; choose an earlier one.`,
      );
    }
    await refuseOpenEdits(trx, dataset.id);
    const label = reason.trim() || `Rollback to v${source.version}`;
    const [made] = await copyVersions(trx, {
      of: { versionId: source.id },
      into: dataset.id,
      after: dataset.latest?.version ?? 0,
      operation: 'rollback',
      label,
      maker: { id: actor.id, username: actor.username },
    });
    const version = await findVersionById(trx, made!.id);
    return { version: version!, reason: label, to: source.version };
  });
}
