import { openGdal, previewVector, resolveCrs, searchEpsg, transformPoints, isInArea } from '@cairn/geo';
import type { Crs, EpsgEntry, Extent, Gdal, Point, ResolvedCrs } from '@cairn/geo';
import type { Storage } from '@cairn/files';
import type { Job, Jobs } from '@cairn/jobs';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { ContentService } from '../content/service.ts';
import type { DatasetGuard } from '../access/dataset-guard.ts';
import { findLayerSource } from '../derive/layer-source.ts';
import { requireChangeable } from '../versions/version-writer.ts';
import type { VersionPath } from '../versions/types.ts';
import { locateExtent, choosePart, chooseParts, findAssignableFile } from './assignable-file.ts';
import { listUsedCrs } from './repo.ts';
import type { FilePart, AssignableFile } from './assignable-file.ts';
import { isTarget, suggestCrs, suggestTargetCrs } from './suggest.ts';
import type { CrsPreview, SetCrsPayload, UsedCrs } from './types.ts';

export interface CrsDeps {
  db: Db;
  jobs: Jobs;
  storage: Storage;
  contents: ContentService;
  guard: DatasetGuard;
}

/** Assigning a system keeps the coordinates, reprojecting changes them. */
type Purpose = 'assign' | 'reproject';
/** Suggests systems, given the codes in use. */
type Suggest = (used: number[]) => Promise<EpsgEntry[]>;

const MAX_FOUND = 50;
const SAMPLE = { limit: 500, width: 512, maxBytes: 512 * 1024 };
/** Points on each side of a raster's outline, since straight sides become curves. */
const STEPS = 8;

export type CrsService = ReturnType<typeof createCrsService>;

/** Finds and sets the coordinate system of files that have none, or a wrong one. */
export function createCrsService({ db, jobs, storage, contents, guard }: CrsDeps) {
  /** Features of a layer as if its coordinates were in this system. */
  async function sampleOf(
    { version }: AssignableFile,
    { layer }: FilePart,
    placed: { gdal: Gdal; crs: Crs; extent: Extent; cwd: string; signal: AbortSignal },
  ): Promise<Record<string, unknown>> {
    const { gdal, crs, extent, cwd, signal } = placed;
    const { path } = await contents.readable(version);
    const layers = layer ? [{ ...layer, crs, extentWgs84: extent }] : [];
    const text = await previewVector(gdal, { path, layers, ...SAMPLE, cwd, signal });
    return JSON.parse(text) as Record<string, unknown>;
  }

  /** Systems that the coordinates of a layer fit. */
  async function suggestAssigned(path: VersionPath, layer: string | undefined): Promise<Suggest> {
    const { extent } = choosePart(await findAssignableFile({ db, contents }, path), layer);
    return (used) => storage.inScratch((cwd) => suggestCrs(used, { extent, cwd }));
  }

  /** Systems in use at the location of a layer. */
  async function suggestTargets(path: VersionPath, name: string | undefined): Promise<Suggest> {
    const { layer } = await findLayerSource({ db, contents }, path, name);
    return (used) =>
      Promise.resolve(
        suggestTargetCrs(used, { extent: layer.extentWgs84 ?? null, current: layer.crs?.srid }),
      );
  }

  return {
    /** The systems that match the query, or likely ones without a query. */
    async choices(
      actor: Actor,
      path: VersionPath,
      { q = '', layer, purpose }: { q?: string | undefined; layer: string | undefined; purpose: Purpose },
    ): Promise<{ entries: EpsgEntry[]; used: UsedCrs[] }> {
      const suggest = await (purpose === 'assign'
        ? suggestAssigned(path, layer)
        : suggestTargets(path, layer));
      const visible = await guard.visibleDatasets(actor);
      const used = await listUsedCrs(db, { datasetId: path.datasetId, visible });
      const entries =
        q.trim() === '' ? await suggest(used.map(({ srid }) => srid)) : searchEpsg(q, MAX_FOUND);
      return { entries: purpose === 'assign' ? entries : entries.filter(isTarget), used };
    },

    async preview(
      path: VersionPath,
      { srid, layer }: { srid: number; layer: string | undefined },
      signal: AbortSignal,
    ): Promise<CrsPreview> {
      const file = await findAssignableFile({ db, contents }, path);
      const part = choosePart(file, layer);
      const gdal = await openGdal('page');
      return storage.inScratch(async (cwd) => {
        const resolved = await resolveCrs(gdal, srid, { cwd, signal });
        const { entry, crs } = resolved;
        const extent = await locateExtent(gdal, resolved, { part, cwd });
        if (!extent) return { entry, isInArea: true, extent, features: collection([]) };
        const features = part.layer
          ? await sampleOf(file, part, { gdal, crs, extent, cwd, signal })
          : await outlineOf(gdal, resolved, { extent: part.extent as Extent, cwd });
        const middle: Point = [(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2];
        return { entry, isInArea: isInArea(entry, middle), extent, features };
      });
    },

    /** Queues the job that creates the version. @throws {AppError} when the system cannot be assigned. */
    async requestChange(
      actor: Actor,
      path: VersionPath,
      { srid, layers, label }: { srid: number; layers: string[] | undefined; label: string | undefined },
    ): Promise<Job> {
      const file = await findAssignableFile({ db, contents }, path);
      const { version } = file;
      const parts = chooseParts(file, layers, srid);
      await requireChangeable(db, version);
      const gdal = await openGdal('page');
      await storage.inScratch(async (cwd) => {
        const resolved = await resolveCrs(gdal, srid, { cwd });
        for (const part of parts) await locateExtent(gdal, resolved, { part, cwd });
      });
      const payload: SetCrsPayload = {
        version_id: version.id,
        title: version.dataset,
        srid,
        layers: parts.map(({ name }) => name),
        label: label?.trim() || null,
        maker: { id: actor.id, username: actor.username },
      };
      const job = await jobs.enqueue(db, { kind: 'version.set_crs', payload, requestedBy: actor.id });
      void jobs.dispatch();
      return job;
    },
  };
}

/** The outline of a raster in WGS 84. */
async function outlineOf(
  gdal: Gdal,
  { crs }: ResolvedCrs,
  { extent: [left, bottom, right, top], cwd }: { extent: Extent; cwd: string },
): Promise<Record<string, unknown>> {
  const side = ([x1, y1]: Point, [x2, y2]: Point) =>
    Array.from({ length: STEPS }, (_, i): Point => [
      x1 + ((x2 - x1) * i) / STEPS,
      y1 + ((y2 - y1) * i) / STEPS,
    ]);
  const corners: Point[] = [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ];
  const points = corners.flatMap((corner, i) => side(corner, corners[(i + 1) % corners.length] as Point));
  const outline = (await transformPoints(gdal, points, { crs, to: 'wgs84', cwd })).flatMap((point) =>
    point ? [point] : [],
  );
  const ring = [...outline, ...outline.slice(0, 1)];
  return collection(ring.length < 4 ? [] : [{ type: 'Polygon', coordinates: [ring] }]);
}

function collection(geometries: object[]): Record<string, unknown> {
  const features = geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry }));
  return { type: 'FeatureCollection', features };
}
