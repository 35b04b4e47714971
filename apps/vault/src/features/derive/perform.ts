import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import type { VaultSchemas } from '@cairn/contracts';
import type { Storage } from '@cairn/files';
import {
  applyTool,
  calculateVector,
  clipVector,
  dissolveVector,
  filterVector,
  buildClipRegion,
  openGdal,
} from '@cairn/geo';
import type { Area, DerivedFile, DeriveOptions, LayerInfo, Tool } from '@cairn/geo';
import type { JobContext } from '@cairn/jobs';
import { conflict, notFound } from '@cairn/service';
import type { Actor, AppError } from '@cairn/service';
import type { VaultConfig } from '../../config.ts';
import type { Db } from '../../db/handle.ts';
import type { VaultDatabase } from '../../db/schema.ts';
import type { ContentService } from '../content/service.ts';
import { findOpenFolder, folderIfOpen } from '../folders/open-folder.ts';
import { destinationOf, requireChangeable } from '../versions/destination.ts';
import type { IngestService } from '../versions/ingest.ts';
import type { IngestResult, Author } from '../versions/types.ts';
import { requireRequester, requirePermission } from '../jobs/requester.ts';
import type { Rights } from '../jobs/requester.ts';
import { findVersionById } from '../versions/repo.ts';
import type { Version } from '../versions/types.ts';
import { requireLayerFrame, spatialReferenceOf } from './spatial-reference.ts';
import { sourceIn } from './source.ts';
import type { LayerSource } from './source.ts';
import type { DerivationRequest, ClipArea, Derivation, OtherVersion } from './types.ts';

export interface PerformDeps {
  db: Db;
  storage: Storage;
  contents: ContentService;
  ingest: IngestService;
  auth: Rights;
  config: Pick<VaultConfig, 'deriveSeconds'>;
}

/** What the job was told. */
export interface DerivePayload extends DerivationRequest {
  version_id: number;
  /** Of the dataset. */
  title: string;
  maker: Author;
  /** The new dataset that is created; absent for a new version of the dataset that is read. */
  new_dataset?: { name: string; folder_id: number | null };
  /** Whether the requester chose the folder; else the dataset goes there only if it is still open to the requester. */
  folder_chosen?: boolean;
}

/** The limit for the whole work ends a program before its own one does, which would not say why. */
const GRACE_MS = 60_000;
/** Of the whole work: the rest is checking and keeping the result. */
const SHARE = 0.85;

/**
 * Makes the derived file and keeps it as a version. A worker that dies leaves its folder to the sweeper; the next attempt
 * begins anew, and the version is made at most once.
 */
export async function performDerivation(
  parts: PerformDeps,
  payload: DerivePayload,
  ctx: JobContext<VaultDatabase>,
): Promise<VaultSchemas['Derived']> {
  const { storage, ingest, config } = parts;
  const { derivation, maker, parameters, new_dataset: created } = payload;
  const earlier = await ingest.resume(ctx, maker);
  if (earlier) return toDerived(earlier, derivation.layer);
  const source = await sourceOf(parts, payload.version_id, derivation.layer);
  const { version, layer } = source;
  if (!created) await requireChangeable(parts.db, version);
  const actor = await refuseLostRights(parts, payload, version);
  const folderId = await folderOf(parts, payload, actor);
  const scratch = await storage.scratch();
  const limit = AbortSignal.timeout(config.deriveSeconds * 1_000);
  try {
    const options = {
      cwd: scratch.path,
      signal: AbortSignal.any([ctx.signal, limit]),
      timeLimitMs: config.deriveSeconds * 1_000 + GRACE_MS,
      progress: (share: number, stage: string) => ctx.progress(Math.round(share * SHARE * 100), stage),
    };
    const made = await deriveFile(parts, { source, derivation }, options).catch((error: unknown) => {
      throw limit.aborted && !ctx.signal.aborted ? tooLong(config.deriveSeconds) : error;
    });
    ctx.progress(SHARE * 100, 'Checking the new file');
    const file = await storage.stage(createReadStream(made.path), { signal: ctx.signal });
    const counts = { features_in: layer.featureCount, features_out: made.featureCount };
    const other = otherOf(derivation);
    const result = await ingest.ingest({
      fileName: `${created?.name ?? stemOf(version)}.gpkg`,
      file,
      destination: created
        ? { name: created.name, folderId, datasetId: null, projectId: version.projectId }
        : destinationOf(version),
      author: maker,
      origin: {
        operation: derivation.operation,
        parentId: version.id,
        parameters: { ...parameters, ...counts },
        ...(other ? { clippedById: other.versionId } : {}),
      },
      signal: ctx.signal,
      commit: (work, step) => ctx.commit(work, step),
    });
    return {
      ...toDerived(result, layer.name),
      ...(made.warnings.length > 0 ? { warnings: made.warnings } : {}),
    };
  } finally {
    await scratch.remove();
  }
}

function tooLong(seconds: number): AppError {
  const [amount, unit] = seconds < 3600 ? [seconds, 'second'] : [Math.round(seconds / 360) / 10, 'hour'];
  const limit = `${amount} ${unit}${amount === 1 ? '' : 's'}`;
  return conflict(
    'vault.derivation_too_slow',
    `The work took longer than ${limit}, which is the limit on this server; nothing was changed. Filter or clip the dataset first, or ask the operator to raise DERIVE_SECONDS.`,
  );
}

/** The requester may have waited for long: the rights that count are those of now. */
async function refuseLostRights(
  { db, auth }: PerformDeps,
  { derivation, maker, new_dataset: created }: DerivePayload,
  { dataset }: Version,
): Promise<Actor> {
  const actor = await requireRequester(auth, maker.id);
  await requirePermission(auth, actor, { dataset, permission: created ? 'view' : 'edit' });
  const other = otherOf(derivation);
  const version = other && (await findVersionById(db, other.versionId));
  if (version) await requirePermission(auth, actor, { dataset: version.dataset, permission: 'view' });
  return actor;
}

/** @throws {AppError} bad_request when the folder that the requester chose is no longer open to the requester. */
async function folderOf(
  { db }: PerformDeps,
  { new_dataset: created, folder_chosen: isChosen }: DerivePayload,
  actor: Actor,
): Promise<number | null> {
  const id = created?.folder_id ?? null;
  if (id === null || !isChosen) return folderIfOpen(db, id, actor);
  return (await findOpenFolder(db, id, actor)).id;
}

/** Carries out a derivation in a folder of the caller's. */
async function deriveFile(
  parts: Pick<PerformDeps, 'db' | 'contents'>,
  { source, derivation }: { source: Pick<LayerSource, 'version' | 'layer'>; derivation: Derivation },
  options: DeriveOptions,
): Promise<DerivedFile> {
  const gdal = await openGdal();
  const { version, layer } = source;
  const { path } = await parts.contents.readable(version);
  const from = { path, layer: layer.name };
  switch (derivation.operation) {
    case 'filter':
      return filterVector(gdal, { ...from, where: derivation.where }, options);
    case 'dissolve':
      return dissolveVector(gdal, { ...from, field: derivation.field, sums: derivation.sums }, options);
    case 'clip': {
      const area = await findArea(parts, derivation.area);
      const { region, warnings } = await buildClipRegion(
        gdal,
        { area, frame: requireLayerFrame(layer) },
        options,
      );
      const made = await clipVector(gdal, { ...from, region }, options);
      return { ...made, warnings: [...warnings, ...made.warnings] };
    }
    case 'calculate':
      return calculateVector(gdal, { ...from, calculation: derivation.calculation }, options);
    default:
      return applyTool(gdal, { source: from, tool: await toTool(parts, layer, derivation) }, options);
  }
}

type ToolDerivation = Exclude<Derivation, { operation: 'filter' | 'dissolve' | 'clip' | 'calculate' }>;

/** What a tool needs to know beside what was asked for. */
export async function toTool(
  parts: Pick<PerformDeps, 'db' | 'contents'>,
  layer: LayerInfo,
  derivation: ToolDerivation,
): Promise<Tool> {
  const reference = spatialReferenceOf(layer);
  const { geometryType } = layer;
  if (!('other' in derivation)) return { ...derivation, reference, geometryType };
  const other = await sourceOf(parts, derivation.other.versionId, derivation.other.layer);
  const { path } = await parts.contents.readable(other.version);
  const theirs = {
    path,
    layer: other.layer.name,
    reference: spatialReferenceOf(other.layer),
    geometryType: other.layer.geometryType,
  };
  return { ...derivation, reference, geometryType, other: theirs };
}

/** The layer of another version that is read besides. */
function otherOf(derivation: Derivation): OtherVersion | null {
  if (derivation.operation === 'clip') return 'versionId' in derivation.area ? derivation.area : null;
  return 'other' in derivation ? derivation.other : null;
}

/** What cuts, as files. */
export async function findArea(parts: Pick<PerformDeps, 'db' | 'contents'>, area: ClipArea): Promise<Area> {
  if ('polygons' in area) return area;
  const { version, layer } = await sourceOf(parts, area.versionId, area.layer);
  const { path } = await parts.contents.readable(version);
  const { crs, srs, extent } = requireLayerFrame(layer);
  return { clipLayer: { path, layer: layer.name, crs, srs, extent } };
}

async function sourceOf(
  { db, contents }: Pick<PerformDeps, 'db' | 'contents'>,
  versionId: number,
  layer: string,
): Promise<LayerSource> {
  const version = await findVersionById(db, versionId);
  if (!version)
    throw notFound('vault.version_gone', 'A version that is needed was removed meanwhile; nothing was made.');
  return sourceIn({ contents }, version, layer);
}

function toDerived(result: IngestResult, layer: string): VaultSchemas['Derived'] {
  const made = result.file.layers.find(({ name }) => name === layer);
  return {
    success: true,
    dataset: result.dataset,
    new_version: result.version,
    version_id: result.versionId,
    ...(made ? { feature_count: made.featureCount } : {}),
  };
}

function stemOf({ fileName }: Version): string {
  return fileName.slice(0, fileName.length - extname(fileName).length);
}
