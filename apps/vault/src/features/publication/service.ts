import { conflict, forbidden, unavailable } from '@cairn/service';
import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { datasetCheck } from '../access/dataset-guard.ts';
import type { UserRights } from '../access/dataset-guard.ts';
import { findDatasetById } from '../versions/dataset-repo.ts';
import { datasetArchived, noSuchVersionId } from '../versions/errors.ts';
import { findVersionById } from '../versions/repo.ts';
import type { Version } from '../versions/types.ts';
import type { Availability, PublicationTarget, PublishOutcome, PublishRequest, TargetName } from './types.ts';

/** Null for a target that the operator has not set up. */
type Targets = Record<TargetName, PublicationTarget | null>;

export interface PublicationDeps {
  db: Db;
  auth: UserRights;
  targets: Targets;
}

export interface VersionToPublish extends Pick<PublishRequest, 'layer' | 'follow'> {
  versionId: number;
  /** The dataset to which the caller thinks that it belongs. */
  dataset?: string;
}

const NOT_SET_UP: Record<TargetName, string> = {
  'gis-runtime':
    'Rasters are published to the runtime of a desktop GIS, and this vault is not connected to one. Ask the operator to set one up.',
  'tile-server':
    'Vectors are published to a tile server, and this vault is not connected to one. Ask the operator to set one up.',
};

export type PublicationService = ReturnType<typeof createPublicationService>;

/** Publishes versions: rasters to the runtime of a desktop GIS, vectors to a tile server. */
export function createPublicationService({ db, auth, targets }: PublicationDeps) {
  async function check(version: Version, signal: AbortSignal): Promise<Availability> {
    if (version.datasourceType === 'remote') {
      const reason = "This version's data is stored elsewhere. Import it to publish it.";
      return { available: false, reason, because: 'version' };
    }
    const target = targets[targetOf(version)];
    if (!target) return { available: false, reason: NOT_SET_UP[targetOf(version)], because: 'target' };
    return target.check(version, signal);
  }

  return {
    /** Whether and where a version can be published. @throws {AppError} not_found */
    async capability(
      versionId: number,
      signal: AbortSignal,
    ): Promise<{ target: TargetName; availability: Availability }> {
      const version = await findVersionById(db, versionId);
      const dataset = version && (await findDatasetById(db, version.datasetId));
      if (!version || !dataset) throw noSuchVersionId(versionId);
      const target = targetOf(version);
      if (dataset.archivedAt) {
        const reason = datasetArchived(dataset.name).message;
        return { target, availability: { available: false, reason, because: 'version' } };
      }
      return { target, availability: await check(version, signal) };
    },

    /**
     * Publishes the version that the request names, for an actor who may edit its dataset.
     * @throws {AppError} not_found; forbidden; conflict for a version of another dataset, an archived dataset and a version that
     * cannot be published; unavailable for a target that is not set up
     */
    async publish(
      actor: Actor,
      { versionId, dataset: expected, ...options }: VersionToPublish,
      { cause, signal }: { cause: AuditContext; signal: AbortSignal },
    ): Promise<PublishOutcome> {
      const version = await findVersionById(db, versionId);
      if (!version) throw noSuchVersionId(versionId);
      if (!(await auth.allows(actor, datasetCheck(version.datasetId, 'edit')))) throw mayNotPublish();
      if (expected !== undefined && expected !== version.dataset) throw otherDataset(version, expected);
      const dataset = await findDatasetById(db, version.datasetId);
      if (dataset?.archivedAt) throw datasetArchived(dataset.name);
      const availability = await check(version, signal);
      if (!availability.available) {
        const { reason, because } = availability;
        throw because === 'target'
          ? unavailable('vault.target_not_set_up', reason)
          : conflict('vault.cannot_publish', reason);
      }
      return targets[targetOf(version)]!.publish({ version, ...options, actor, cause, signal });
    },
  };
}

function targetOf({ type }: Version): TargetName {
  return type === 'raster' ? 'gis-runtime' : 'tile-server';
}

function mayNotPublish() {
  return forbidden(
    'vault.may_not_publish',
    'You do not have the edit permission on the dataset of this version. Ask an administrator for it.',
  );
}

function otherDataset({ id, dataset }: Version, expected: string) {
  return conflict(
    'vault.version_of_other_dataset',
    `Version id ${id} belongs to the dataset "${dataset}", not to "${expected.slice(0, 200)}". Nothing was published.`,
  );
}
