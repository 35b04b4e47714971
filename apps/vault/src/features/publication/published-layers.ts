import { badRequest, notFound } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type { FieldInfo, LayerInfo } from '@cairn/geo';
import type { Db } from '../../db/handle.ts';
import { datasetResource } from '../access/dataset-guard.ts';
import { recordAudit } from '../audit/repo.ts';
import { isCopyNeeded } from '../content/errors.ts';
import type { ContentService } from '../content/service.ts';
import type { TiledLayer } from '../content/types.ts';
import type { TileService } from '../content/tiles/service.ts';
import { lockDataset } from '../versions/dataset-repo.ts';
import { noSuchVersionId } from '../versions/errors.ts';
import { findVersionById } from '../versions/repo.ts';
import type { Version } from '../versions/types.ts';
import type { Martin, MartinLayer } from './martin.ts';
import {
  alreadyPublished,
  copyNeededToPublish,
  noLocalCopy,
  noSuchPublication,
  publicationArchived,
} from './errors.ts';
import {
  deletePublication,
  findPublication,
  findPublicationId,
  findPublishedDatasetId,
  listPublications,
  pinPublication,
} from './repo.ts';
import type { Publication } from './types.ts';

export interface PublishedLayersDeps {
  db: Db;
  contents: Pick<ContentService, 'requireCopy'>;
  tiles: TileService;
  martin: Martin;
}

/** Fields of a layer whose values are in its published tiles, in the order of the layer. Binary fields never are. */
const MAX_FIELDS = 50;

/** A published layer and the version that it shows. */
export interface ServedLayer {
  publication: Publication;
  version: Version;
}

export type PublishedLayers = ReturnType<typeof createPublishedLayers>;

/** Published layers, and what their addresses return. */
export function createPublishedLayers({ db, contents, tiles, martin }: PublishedLayersDeps) {
  async function require(id: string): Promise<Publication> {
    const publication = await findPublication(db, id);
    if (!publication) throw noSuchPublication();
    return publication;
  }

  /** Runs a change under the lock of the dataset. @throws {AppError} not_found when the publication has ended */
  function change(id: string, work: (trx: Db, publication: Publication) => Promise<void>): Promise<void> {
    return db.transaction().execute(async (trx) => {
      const datasetId = await findPublishedDatasetId(trx, id);
      if (datasetId !== null) await lockDataset(trx, datasetId);
      const publication = await findPublication(trx, id);
      if (!publication) throw noSuchPublication();
      await work(trx, publication);
    });
  }

  async function layerOf({ publication, version }: ServedLayer, signal: AbortSignal): Promise<LayerInfo> {
    return tiles.layer(version, publication.layer, signal).catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== 'vault.no_such_layer') throw error;
      throw notFound(
        'vault.layer_gone',
        `Version ${version.version} of the dataset has no layer "${publication.layer}" any more.`,
      );
    });
  }

  return {
    list: (datasetId: number): Promise<Publication[]> => listPublications(db, datasetId),

    /** Key of the resource of a published layer's dataset, which has the permissions; null for an unknown id. */
    async resourceOf(id: string): Promise<string | null> {
      const datasetId = await findPublishedDatasetId(db, id);
      return datasetId === null ? null : datasetResource(datasetId).resourceKey;
    },

    /** Makes a layer follow the latest version (null), or stay at one. @throws {AppError} not_found, conflict */
    async pin(
      id: string,
      { versionId, cause, signal }: { versionId: number | null; cause: AuditContext; signal: AbortSignal },
    ): Promise<Publication> {
      const { datasetId, layer } = await require(id);
      const version = versionId === null ? null : await findVersionById(db, versionId);
      if (versionId !== null && version?.datasetId !== datasetId) throw noSuchVersionId(versionId);
      // Before the transaction, since it may read the file.
      if (version) {
        await contents.requireCopy(version, signal).catch((error: unknown) => {
          throw isCopyNeeded(error) ? copyNeededToPublish() : error;
        });
        await tiles.layer(version, layer, signal);
      }
      await change(id, async (trx, publication) => {
        if (publication.pinnedId === versionId) return;
        if (versionId !== null && !(await findVersionById(trx, versionId))) throw noSuchVersionId(versionId);
        if ((await findPublicationId(trx, { datasetId, layer, pinnedId: versionId })) !== null)
          throw alreadyPublished(
            version ? `Version ${version.version} of "${layer}"` : `The latest version of "${layer}"`,
          );
        await pinPublication(trx, id, versionId);
        const follow = version ? 'version' : 'latest';
        const details = { publication: id, layer, follow, ...(version ? { version: version.version } : {}) };
        const about = { datasetId, subject: publication.dataset, details };
        await recordAudit(trx, { event: 'publication.changed', cause, ...about });
      });
      return require(id);
    },

    /** Its addresses and tokens stop working. @throws {AppError} not_found */
    end: (id: string, cause: AuditContext): Promise<void> =>
      change(id, async (trx, { datasetId, dataset, layer }) => {
        await deletePublication(trx, id);
        const details = { publication: id, layer };
        await recordAudit(trx, { event: 'publication.ended', cause, datasetId, subject: dataset, details });
      }),

    /** What an address shows now. @throws {AppError} not_found, also while the dataset is archived */
    async served(id: string): Promise<ServedLayer> {
      const publication = await require(id);
      if (publication.archivedAt) throw publicationArchived();
      const version = await findVersionById(db, publication.versionId);
      if (!version) throw noSuchPublication();
      return { publication, version };
    },

    /** The layer as TileJSON describes it: with the fields whose values are in its tiles. */
    async describe(served: ServedLayer, signal: AbortSignal): Promise<TiledLayer | MartinLayer> {
      const { sourceId } = served.publication;
      if (sourceId !== null) return martin.layer(sourceId, signal);
      const { name, fields } = await layerOf(served, signal);
      const names = publishedFields(fields).map((field) => field.name);
      const described = await tiles
        .describe(served.version, { layer: name, fields: names }, signal)
        .catch(explainMissingCopy);
      return { ...described, layer: { ...described.layer, fields: publishedFields(described.layer.fields) } };
    },

    /** A tile with the values of its features; null for an empty one. */
    async tile(
      served: ServedLayer,
      address: { z: number; x: number; y: number },
      signal: AbortSignal,
    ): Promise<Uint8Array | null> {
      const { sourceId } = served.publication;
      if (sourceId !== null) return martin.tile(sourceId, address, signal);
      const layer = await layerOf(served, signal);
      const fields = publishedFields(layer.fields).map(({ name }) => name);
      return tiles
        .tile(served.version, { ...address, layer: layer.name, fields }, signal)
        .catch(explainMissingCopy);
    },
  };
}

/** Local copies are removed when they are not used, and the latest version may never have had one. */
function explainMissingCopy(error: unknown): never {
  throw isCopyNeeded(error) ? noLocalCopy() : error;
}

function publishedFields(fields: FieldInfo[]): FieldInfo[] {
  return fields.filter(({ type }) => type !== 'binary').slice(0, MAX_FIELDS);
}

/** The version of a request to change what a layer follows; null for the latest. @throws {AppError} bad_request */
export function readFollow({
  follow,
  version_id: id,
}: {
  follow: 'latest' | 'version';
  version_id?: number;
}): number | null {
  if (follow === 'latest' && id === undefined) return null;
  if (follow === 'version' && id !== undefined) return id;
  throw badRequest(
    'vault.bad_follow',
    follow === 'latest'
      ? 'A layer that follows the latest version takes no version_id. Leave it out.'
      : 'Name the version at which the layer stays in version_id.',
  );
}
