import { mkdir } from 'node:fs/promises';
import { AppError } from '@cairn/service/errors';
import { crsArgument } from '../crs/crs.ts';
import { clampToWorld } from '../crs/extent.ts';
import type { Extent } from '../crs/extent.ts';
import type { Field } from '../expression/check.ts';
import { fieldsIn } from '../expression/value-check.ts';
import type { Calculation } from '../expression/value-field.ts';
import type { ValueType } from '../expression/value-functions.ts';
import type { Gdal } from '../gdal/gdal.ts';
import type { MeasureReply, SampleMatchesReply } from '../reader-protocol/derive-types.ts';
import type { Grouping } from '../reader-protocol/dissolve-types.ts';
import { previewVector } from '../preview/preview-vector.ts';
import type { LayerInfo } from '../inspect/types.ts';
import { calculateVector } from './calculate.ts';
import { clipVector } from './clip.ts';
import { dissolveVector } from './dissolve.ts';
import { deriveFailure } from './failure.ts';
import { moveLayer } from './pieces-sql.ts';
import { buildClipRegion } from './region.ts';
import type { Area } from './region.ts';
import type { LayerFrame, DeriveOptions, DeriveSource } from './types.ts';
import { applyTool, countAfter, layerAfter } from './tools.ts';
import type { Tool } from './tools.ts';
import { runTask, fileIn, gdalOptions, withoutReader } from './types.ts';

/** What a derivation is to be previewed of. */
export interface PreviewSource {
  /** Absolute path of a GeoPackage. */
  path: string;
  layer: LayerInfo;
}

export type PreviewedDerivation =
  | { operation: 'filter'; where: string }
  | ({ operation: 'dissolve' } & Grouping)
  | { operation: 'clip'; area: Area; frame: LayerFrame }
  | { operation: 'calculate'; calculation: Calculation; fields: Field[] }
  | Tool;

export interface DerivationPreview {
  /** Features of the result, and of the layer now. */
  featureCount: number;
  total: number;
  /** On the ellipsoid, in m² and m; null where there are no polygons or lines, or no place on earth. */
  area: number | null;
  length: number | null;
  /** What is not counted or measured is projected from a sample. */
  isEstimated: boolean;
  bbox: Extent | null;
  /** A GeoJSON FeatureCollection in WGS84, as text. */
  sample: string;
  /** Values of a calculated field. */
  calculated?: CalculatedPreview;
}

export interface CalculatedPreview {
  field: string;
  type: ValueType;
  /** Names of the fields that the expression reads. */
  reads: string[];
  /** Of the first features: the values of these fields, and the new value. */
  rows: unknown[][];
}

/** Features that are measured, and those that are merged or cut for that; most bytes of their geometries. */
const MEASURED = { limit: 50_000, maxBytes: 32 * 1024 * 1024 };
const WORKED = { limit: 5_000, maxBytes: 8 * 1024 * 1024 };
const TRIED_ROWS = { limit: 100, maxBytes: 8 * 1024 * 1024 };
/** For tools that take long over each feature. */
const TRIED = { limit: 100, maxBytes: 128 * 1024 };
/** Rows of a calculated field. */
const SHOWN_ROWS = 10;
const SHOWN = 500;
const SHOWN_BYTES = 1.5 * 1024 * 1024;
const NOTHING = JSON.stringify({ type: 'FeatureCollection', features: [] });

/**
 * What a derivation would give, within about a second: counted, and carried out on all features where they are few, on an
 * even sample where they are many.
 */
export async function previewDerivation(
  gdal: Gdal,
  { source, derivation }: { source: PreviewSource; derivation: PreviewedDerivation },
  options: DeriveOptions,
): Promise<DerivationPreview> {
  const { layer } = source;
  try {
    const { picked, result, count, calculated } = await tryOut(gdal, { source, derivation }, options);
    const { total } = picked;
    const values = calculated ? { calculated } : {};
    if (count === 0 || result === null) return { ...EMPTY, total, ...values };
    const isWhole = picked.picked === picked.matched && picked.isCounted;
    const measured = await measure(gdal, result, options);
    const share = picked.picked / Math.max(1, picked.matched);
    const project = (value: number) => (value > 0 ? value / share : null);
    return {
      featureCount: count,
      total,
      area: measured && !calculated ? project(measured.area) : null,
      length: measured && !calculated ? project(measured.length) : null,
      isEstimated: !isWhole,
      ...values,
      bbox: measured?.extent ? clampToWorld(measured.extent) : null,
      sample: measured?.extent
        ? await draw(gdal, { path: result.path, layer: result.layer }, options)
        : NOTHING,
    };
  } catch (error) {
    throw deriveFailure(error, `The layer "${layer.name}" cannot be previewed; check it in a desktop GIS.`);
  }
}

const EMPTY = { featureCount: 0, area: null, length: null, isEstimated: false, bbox: null, sample: NOTHING };

interface Trial {
  picked: SampleMatchesReply;
  /** Features of the whole result. */
  count: number;
  /** The result of the sample; null when nothing came of it. */
  result: { path: string; layer: LayerInfo } | null;
  calculated?: CalculatedPreview;
}

async function tryOut(
  gdal: Gdal,
  { source, derivation }: { source: PreviewSource; derivation: PreviewedDerivation },
  options: DeriveOptions,
): Promise<Trial> {
  const { path: file, layer } = source;
  const output = fileIn(options, 'picked.gpkg');
  const request = { task: 'sampleMatches', file, layer: layer.name, output } as const;
  const sampled = { path: output, layer: layer.name };
  switch (derivation.operation) {
    case 'filter': {
      // Points are only counted, and counted they are all.
      const most = layer.geometryType.endsWith('Point') ? WORKED : MEASURED;
      const picked = await runTask(gdal, { ...request, ...most, where: derivation.where }, options);
      return { picked, count: picked.matched, result: { path: output, layer } };
    }
    case 'dissolve': {
      const { field, sums } = derivation;
      const picked = await runTask(gdal, { ...request, ...WORKED, groupsBy: field }, options);
      const made = await dissolveVector(gdal, { ...sampled, field, sums }, options);
      return { picked, count: picked.groups ?? 0, result: { path: made.path, layer: merged(layer) } };
    }
    case 'clip': {
      const made = await nothingIfBeside(buildClipRegion(gdal, derivation, options));
      const region = made?.region;
      if (region === undefined)
        return { picked: { ...NONE, total: layer.featureCount }, count: 0, result: null };
      const picked = await runTask(gdal, { ...request, ...WORKED, region }, options);
      const clipped = await nothingIfBeside(clipVector(gdal, { ...sampled, region }, options));
      const left = clipped?.featureCount ?? 0;
      const count = Math.round((left * picked.matched) / Math.max(1, picked.picked));
      return { picked, count, result: clipped ? { path: clipped.path, layer } : null };
    }
    case 'calculate': {
      const picked = await runTask(gdal, { ...request, ...TRIED_ROWS, first: true }, options);
      const { calculation, fields } = derivation;
      const calculated = await calculateRows(gdal, { ...sampled, calculation, fields }, options);
      return { picked, count: picked.matched, result: { path: output, layer }, calculated };
    }
    default: {
      const picked = await runTask(gdal, { ...request, ...TRIED }, options);
      const made = await nothingIfBeside(
        applyTool(gdal, { source: sampled, tool: derivation }, withoutReader(options)),
      );
      const result = made && { path: made.path, layer: layerAfter(layer, derivation) };
      return { picked, count: countAfter(derivation, { ...picked, made: made?.featureCount ?? 0 }), result };
    }
  }
}

/** The first features with what the expression reads and gives. */
async function calculateRows(
  gdal: Gdal,
  { fields, ...source }: DeriveSource & { calculation: Calculation; fields: Field[] },
  options: DeriveOptions,
): Promise<CalculatedPreview> {
  const { path, field, type } = await calculateVector(gdal, source, options);
  const reads = fieldsIn(source.calculation.expression, fields);
  const first = { task: 'firstRows', layer: source.layer, limit: SHOWN_ROWS } as const;
  const { rows: before } = await runTask(gdal, { ...first, file: source.path, columns: reads }, options);
  const { rows: after } = await runTask(gdal, { ...first, file: path, columns: [field] }, options);
  return { field, type, reads, rows: after.map((row, i) => [...(before[i] ?? []), ...row]) };
}

const NONE: SampleMatchesReply = { total: 0, matched: 0, picked: 0, isCounted: true, groups: null };

/** United features are of several parts, and their fields are others. */
function merged(layer: LayerInfo): LayerInfo {
  return {
    ...layer,
    geometryType: layer.geometryType.replace(/^(Multi)?(?=Point|LineString|Polygon)/, 'Multi'),
  };
}

/** In a preview, an area without features is not an error. */
async function nothingIfBeside<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.code === 'vault.nothing_fits') return null;
    throw error;
  }
}

/** Null for a layer that has no place on earth. */
async function measure(
  gdal: Gdal,
  { path, layer }: { path: string; layer: LayerInfo },
  options: DeriveOptions,
): Promise<MeasureReply | null> {
  const srs = layer.crs ? crsArgument(layer.crs) : null;
  if (!layer.crs || !srs || !layer.extentWgs84) return null;
  let file = path;
  if (layer.crs.srid !== 4326) {
    file = fileIn(options, 'degrees.gpkg');
    await moveLayer(gdal, { input: path, output: file, from: srs, to: 'EPSG:4326' }, gdalOptions(options));
  }
  return runTask(gdal, { task: 'measureShapes', file }, options);
}

async function draw(
  gdal: Gdal,
  { path, layer }: { path: string; layer: LayerInfo },
  options: DeriveOptions,
): Promise<string> {
  const cwd = fileIn(options, 'drawing');
  await mkdir(cwd);
  const { signal, reader } = options;
  return previewVector(gdal, {
    path,
    layers: [layer],
    limit: SHOWN,
    maxBytes: SHOWN_BYTES,
    cwd,
    ...(signal ? { signal } : {}),
    ...(reader ? { reader } : {}),
  });
}
