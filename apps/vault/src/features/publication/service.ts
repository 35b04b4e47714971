import { AppError, conflict, forbidden, unavailable } from '@cairn/service';
import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { datasetCheck } from '../access/dataset-guard.ts';
import type { UserRights } from '../access/dataset-guard.ts';
import { isCopyNeeded, SourceError } from '../content/errors.ts';
import type { ContentService } from '../content/service.ts';
import { findDatasetById } from '../versions/dataset-repo.ts';
import { datasetArchived, noSuchVersionId } from '../versions/errors.ts';
import { findVersionById } from '../versions/repo.ts';
import type { Version } from '../versions/types.ts';
import { copyNeededToPublish } from './errors.ts';
import type {
  Availability,
  Obstacle,
  PublicationTarget,
  PublishOutcome,
  PublishRequest,
  TargetName,
} from './types.ts';

/** Null for a target that the operator has not set up. */
type Targets = Record<TargetName, PublicationTarget | null>;

export interface PublicationDeps {
  db: Db;
  auth: UserRights;
  contents: Pick<ContentService, 'readable' | 'requireCopy'>;
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
export function createPublicationService({ db, auth, contents, targets }: PublicationDeps) {
  async function check(version: Version, signal: AbortSignal): Promise<Availability> {
    const target = targets[targetOf(version)];
    if (!target) return { available: false, reason: NOT_SET_UP[targetOf(version)], because: 'target' };
    try {
      await contents.requireCopy(version, signal);
    } catch (error) {
      return { available: false, ...explainUnreadable(error) };
    }
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
     * cannot be published, also without a local copy; unavailable for a target that is not set up and a store that does not answer
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
      if (!availability.available) throw notPublished(availability);
      // A small object is fetched now, rather than by the first map that shows it.
      if (version.datasourceType === 'remote') {
        await contents.readable(version).catch((error: unknown) => {
          throw notPublished(explainUnreadable(error));
        });
      }
      return targets[targetOf(version)]!.publish({ version, ...options, actor, cause, signal });
    },
  };
}

function targetOf({ type }: Version): TargetName {
  return type === 'raster' ? 'gis-runtime' : 'tile-server';
}

/** Why an object in a store cannot be published. Throws other errors. */
function explainUnreadable(error: unknown): Obstacle {
  if (isCopyNeeded(error)) return { reason: copyNeededToPublish().message, because: 'copy' };
  if (error instanceof SourceError) return { reason: error.forReaders.message, because: 'store' };
  if (!(error instanceof AppError) || error.kind !== 'unprocessable') throw error;
  return { reason: error.message, because: 'version' };
}

function notPublished({ reason, because }: Obstacle): AppError {
  if (because === 'target') return unavailable('vault.target_not_set_up', reason);
  if (because === 'store') return unavailable('vault.source_unavailable', reason);
  return conflict('vault.cannot_publish', reason);
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
