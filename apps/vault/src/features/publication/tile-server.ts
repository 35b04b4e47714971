import { AppError, conflict } from '@cairn/service';
import type { LayerInfo } from '@cairn/geo';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { SourceError } from '../content/errors.ts';
import { findConnection } from '../connections/repo.ts';
import type { TileService } from '../content/tiles/service.ts';
import { requireTableSource } from '../rows/tables/types.ts';
import { lockDataset } from '../versions/dataset-repo.ts';
import { datasetArchived, noSuchVersionId } from '../versions/errors.ts';
import { findVersionById } from '../versions/repo.ts';
import type { Version } from '../versions/types.ts';
import type { Martin } from './martin.ts';
import { findPublication, findPublicationId, insertPublication } from './repo.ts';
import type { Availability, Publication, PublicationTarget, PublishRequest } from './types.ts';

export interface TileServerDeps {
  db: Db;
  tiles: TileService;
  martin: Martin;
  /** The database that Martin reads, as `host:port/name`; undefined without Martin. */
  martinDatabase: string | undefined;
}

/**
 * The tile server of the vault itself: a published layer gets an address, and its tiles are created on request. Tables of the
 * database that Martin reads, and that its catalog lists, get their tiles from there.
 */
export function createTileServer({ db, tiles, martin, martinDatabase }: TileServerDeps): PublicationTarget {
  async function findMartinSource(version: Version, signal: AbortSignal): Promise<string | null> {
    if (martinDatabase === undefined || version.datasourceType !== 'spatialdb') return null;
    const source = requireTableSource(version);
    const saved = await findConnection(db, source.connectionId);
    if (!saved || `${saved.host}:${saved.port}/${saved.database}` !== martinDatabase) return null;
    return martin.findSource(source, signal);
  }

  async function requireLayer({ version, layer, signal }: PublishRequest): Promise<LayerInfo> {
    try {
      return await tiles.layer(version, layer, signal);
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) throw error;
      throw conflict('vault.cannot_publish', reason);
    }
  }

  return {
    async check(version, signal): Promise<Availability> {
      try {
        await tiles.layer(version, undefined, signal);
        return { available: true };
      } catch (error) {
        const reason = reasonOf(error);
        if (reason === null) throw error;
        return { available: false, reason, because: 'version' };
      }
    },

    async publish(request) {
      const { version, actor, cause, signal } = request;
      const follow = request.follow ?? (version.latest ? 'latest' : 'version');
      const { name: layer } = await requireLayer(request);
      const sourceId = await findMartinSource(version, signal);
      const server = sourceId === null ? 'built-in' : 'martin';
      const result = await db.transaction().execute(async (trx) => {
        const dataset = await lockDataset(trx, version.datasetId);
        if (!dataset || !(await findVersionById(trx, version.id))) throw noSuchVersionId(version.id);
        if (dataset.archivedAt) throw datasetArchived(dataset.name);
        if (follow === 'latest' && dataset.latest?.id !== version.id) throw notLatest(version);
        const pinnedId = follow === 'latest' ? null : version.id;
        const place = { datasetId: dataset.id, layer, pinnedId };
        const existing = await findPublicationId(trx, place);
        if (existing !== null) return { id: existing, created: false };
        const author = { id: actor.id, username: actor.username };
        const id = await insertPublication(trx, { ...place, server, sourceId, author });
        const details = { publication: id, layer, server, follow, version: version.version };
        const about = { datasetId: dataset.id, subject: dataset.name, details };
        await recordAudit(trx, { event: 'publication.created', cause, ...about });
        return { id, created: true };
      });
      const publication = (await findPublication(db, result.id)) as Publication;
      return { target: 'tile-server', created: result.created, publication };
    },
  };
}

/** Why data can have no tiles; null for other failures. */
function reasonOf(error: unknown): string | null {
  const shown = error instanceof SourceError ? error.forReaders : error;
  return shown instanceof AppError && shown.kind === 'unprocessable' ? shown.message : null;
}

function notLatest({ version, dataset }: Version) {
  return conflict(
    'vault.not_latest',
    `Version ${version} of "${dataset}" is not the latest. Publish the latest version to follow it, or publish this one with "follow": "version".`,
  );
}
