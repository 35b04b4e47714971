import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { AppError, conflict, unavailable } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { storedElsewhere } from '../content/errors.ts';
import type { ContentService } from '../content/service.ts';
import { publishServiceFailed } from '../gis-projects/errors.ts';
import { toGisProject } from '../gis-projects/mapper.ts';
import { findGisPublication, pinGisPublication } from '../gis-projects/repo.ts';
import { pathOf } from '../gis-projects/service.ts';
import { projectOfDataset } from '../gis-projects/types.ts';
import type { GisProject } from '../gis-projects/types.ts';
import { readJson } from '../gis-projects/upstream.ts';
import type { Upstream } from '../gis-projects/upstream.ts';
import { findDatasetById, lockDataset } from '../versions/dataset-repo.ts';
import { datasetArchived, noSuchVersionId } from '../versions/errors.ts';
import { findVersionById } from '../versions/repo.ts';
import type { Version } from '../versions/types.ts';
import { findPublication, insertPublication } from './repo.ts';
import type { Publication, PublicationTarget, PublishRequest } from './types.ts';

export interface GisRuntimeDeps {
  db: Db;
  contents: Pick<ContentService, 'readable'>;
  upstream: Upstream;
}

/** How long the publish service may take to receive a file and to examine it. */
const PUBLISH_MS = 30 * 60_000;
const CHECK_MS = 3_000;

/** The runtime of a desktop GIS: the GIS publish service draws a copy of the version as a map of a QGIS project (WMS). */
export function createGisRuntime({ db, contents, upstream }: GisRuntimeDeps): PublicationTarget {
  /** The project as it is now; null before the first publication. */
  async function findProject(path: string, signal: AbortSignal): Promise<GisProject | null> {
    const response = await upstream({ path, signal });
    if (response.ok) return toGisProject(await readJson(response));
    await response.body?.cancel();
    if (response.status === 404) return null;
    throw publishServiceFailed(new Error(`status ${response.status}`));
  }

  async function send(
    version: Version,
    { path, signal }: { path: string; signal: AbortSignal },
  ): Promise<GisProject> {
    if (version.format !== 'GTiff') throw storedElsewhere();
    const { path: file } = await contents.readable(version);
    const dataset = await findDatasetById(db, version.datasetId);
    const query = new URLSearchParams({
      name: (dataset?.title || version.dataset).slice(0, 200),
      ...{ format: 'GTiff', source: toSource(version) },
    });
    const response = await upstream({
      path: `${path}?${query}`,
      method: 'PUT',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: Readable.toWeb(
        createReadStream(file, { highWaterMark: 256 * 1024 }),
      ) as ReadableStream<Uint8Array>,
      headersMs: PUBLISH_MS,
      signal,
    });
    const body = (await readJson(response)) as { error?: unknown };
    if (response.ok) return toGisProject(body);
    const reason =
      typeof body.error === 'string' ? body.error : 'The GIS publish service refused the raster.';
    if ([400, 413, 422].includes(response.status)) throw conflict('vault.cannot_publish', reason);
    if (response.status === 503) throw unavailable('vault.gis_publish_busy', reason);
    throw publishServiceFailed(new Error(`status ${response.status}`));
  }

  /** Records what is published. The copy that was sent without a row is removed by housekeeping. */
  function record(
    { version, actor, cause }: PublishRequest,
    layer: string,
  ): Promise<{ id: string; created: boolean }> {
    return db.transaction().execute(async (trx) => {
      const dataset = await lockDataset(trx, version.datasetId);
      if (!dataset || !(await findVersionById(trx, version.id))) throw noSuchVersionId(version.id);
      if (dataset.archivedAt) throw datasetArchived(dataset.name);
      const existing = await findGisPublication(trx, dataset.id);
      if (existing?.versionId === version.id) return { id: existing.id, created: false };
      const place = { datasetId: dataset.id, layer, pinnedId: version.id };
      const author = { id: actor.id, username: actor.username };
      const id =
        existing?.id ?? (await insertPublication(trx, { ...place, server: 'qgis', sourceId: null, author }));
      if (existing) await pinGisPublication(trx, { datasetId: dataset.id, versionId: version.id, layer });
      await recordAudit(trx, {
        event: existing ? 'publication.changed' : 'publication.created',
        ...{ cause, datasetId: dataset.id, subject: dataset.name },
        details: { publication: id, target: 'gis-runtime', version: version.version },
      });
      return { id, created: true };
    });
  }

  return {
    async check(version, signal) {
      const late = AbortSignal.any([signal, AbortSignal.timeout(CHECK_MS)]);
      const answers = await upstream({ path: '/api/projects/none', signal: late }).then(
        async (response) => {
          await response.body?.cancel();
          return response.status === 404 || response.ok;
        },
        (error: unknown) => {
          if (error instanceof AppError) return false;
          throw error;
        },
      );
      if (!answers) {
        const reason = 'The GIS publish service does not answer. Try again in a moment, or ask the operator.';
        return { available: false, reason, because: 'target' };
      }
      if (version.format !== 'GTiff')
        return { available: false, reason: storedElsewhere().message, because: 'version' };
      return { available: true };
    },

    async publish(request) {
      const { version, signal } = request;
      const path = pathOf(projectOfDataset(version.datasetId));
      const known = await findProject(path, signal);
      const project = known?.source === toSource(version) ? known : await send(version, { path, signal });
      const { id, created } = await record(request, project.layers[0] ?? version.dataset);
      return { target: 'gis-runtime', created, publication: (await findPublication(db, id)) as Publication };
    },
  };
}

function toSource({ id }: Version): string {
  return `version-${id}`;
}
