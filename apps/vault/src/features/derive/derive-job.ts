import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import type { VaultSchemas } from '@cairn/contracts';
import type { Storage } from '@cairn/files';
import {
  applyTool,
  buildClipRegion,
  calculateVector,
  clipVector,
  dissolveVector,
  filterVector,
  openGdal,
} from '@cairn/geo';
import type { DerivedFile, DeriveOptions } from '@cairn/geo';
import type { JobContext, Processor } from '@cairn/jobs';
import { conflict } from '@cairn/service';
import type { Actor, AppError } from '@cairn/service';
import type { VaultConfig } from '../../config.ts';
import type { VaultDatabase } from '../../db/schema.ts';
import { findOpenFolder, folderIfOpen } from '../folders/open-folder.ts';
import { requirePermission, requireRequester } from '../access/dataset-guard.ts';
import type { UserRights } from '../access/dataset-guard.ts';
import { destinationOf, requireChangeable } from '../versions/version-writer.ts';
import type { VersionWriter } from '../versions/version-writer.ts';
import { toDerivedBody } from '../versions/mapper.ts';
import { findVersionById } from '../versions/repo.ts';
import type { IngestResult, Version } from '../versions/types.ts';
import { findLayerSourceById, toArea, toTool, requireLayerFrame } from './layer-source.ts';
import type { LayerSourceDeps } from './layer-source.ts';
import type { Derivation, DerivePayload, LayerSource, OtherVersion } from './types.ts';

export interface DeriveJobDeps extends LayerSourceDeps {
  storage: Storage;
  versionWriter: VersionWriter;
  auth: UserRights;
  config: Pick<VaultConfig, 'deriveSeconds'>;
}

/** The limit for the whole job ends a program before the program's own limit, whose error would not give the reason. */
const GRACE_MS = 60_000;
/** Share of the progress for the derivation; the rest is checking and storing the result. */
const SHARE = 0.85;

/**
 * Creates a version from a layer of another one. When a worker dies, the sweeper removes its folder and the next attempt starts
 * again; the version is created at most once.
 */
export function deriveVersion(deps: DeriveJobDeps): Processor<VaultDatabase> {
  return (payload: DerivePayload, ctx) => derive(deps, payload, ctx);
}

async function derive(
  deps: DeriveJobDeps,
  payload: DerivePayload,
  ctx: JobContext<VaultDatabase>,
): Promise<VaultSchemas['Derived']> {
  const { storage, versionWriter, config } = deps;
  const { derivation, maker: author, parameters, new_dataset: created } = payload;
  const earlier = await versionWriter.resume(ctx);
  if (earlier) return toBody(earlier, derivation.layer);
  const source = await findLayerSourceById(deps, { versionId: payload.version_id, layer: derivation.layer });
  const { version, layer } = source;
  if (!created) await requireChangeable(deps.db, version);
  const actor = await requireRights(deps, payload, version);
  const folderId = created ? await folderOf(deps, payload, actor) : null;
  const scratch = await storage.scratch();
  const limit = AbortSignal.timeout(config.deriveSeconds * 1_000);
  try {
    const options = {
      cwd: scratch.path,
      signal: AbortSignal.any([ctx.signal, limit]),
      timeLimitMs: config.deriveSeconds * 1_000 + GRACE_MS,
      progress: (share: number, stage: string) => ctx.progress(Math.round(share * SHARE * 100), stage),
    };
    for (const each of [version, await otherVersion(deps, derivation)]) {
      if (each) await deps.contents.obtain(each, { signal: options.signal });
    }
    const derived = await runDerivation(deps, { source, derivation }, options).catch((error: unknown) => {
      throw limit.aborted && !ctx.signal.aborted ? tooSlow(config.deriveSeconds) : error;
    });
    ctx.progress(SHARE * 100, 'Checking the new file');
    const file = await storage.stage(createReadStream(derived.path), { signal: ctx.signal });
    const counts = { features_in: layer.featureCount, features_out: derived.featureCount };
    const other = otherOf(derivation);
    const result = await versionWriter.ingest({
      fileName: `${created?.name ?? stemOf(version)}.gpkg`,
      file,
      destination: created
        ? { name: created.name, folderId, datasetId: null, projectId: version.projectId }
        : destinationOf(version),
      author,
      origin: {
        operation: derivation.operation,
        parentId: version.id,
        parameters: { ...parameters, ...counts },
        ...(other ? { clippedById: other.versionId } : {}),
      },
      signal: ctx.signal,
      commit: (work, step) => ctx.commit(work, step),
    });
    return toBody(result, layer.name, derived.warnings);
  } finally {
    await scratch.remove();
  }
}

/** Runs a derivation and writes its result to the folder in `options`. */
async function runDerivation(
  deps: LayerSourceDeps,
  { source, derivation }: { source: LayerSource; derivation: Derivation },
  options: DeriveOptions,
): Promise<DerivedFile> {
  const gdal = await openGdal();
  const { version, layer } = source;
  const { path } = await deps.contents.readable(version);
  const input = { path, layer: layer.name };
  switch (derivation.operation) {
    case 'filter':
      return filterVector(gdal, { ...input, where: derivation.where }, options);
    case 'dissolve':
      return dissolveVector(gdal, { ...input, field: derivation.field, sums: derivation.sums }, options);
    case 'clip': {
      const area = await toArea(deps, derivation.area);
      const frame = requireLayerFrame(layer);
      const { region, warnings } = await buildClipRegion(gdal, { area, frame }, options);
      const clipped = await clipVector(gdal, { ...input, region }, options);
      return { ...clipped, warnings: [...warnings, ...clipped.warnings] };
    }
    case 'calculate':
      return calculateVector(gdal, { ...input, calculation: derivation.calculation }, options);
    default:
      return applyTool(gdal, { source: input, tool: await toTool(deps, layer, derivation) }, options);
  }
}

/** The job may have waited for long, so the current permissions of its requester decide. @throws {AppError} forbidden. */
async function requireRights(
  { db, auth }: DeriveJobDeps,
  { derivation, maker, new_dataset: created }: DerivePayload,
  source: Version,
): Promise<Actor> {
  const actor = await requireRequester(auth, maker.id);
  await requirePermission(auth, actor, source, created ? 'view' : 'edit');
  const version = await otherVersion({ db }, derivation);
  if (version) await requirePermission(auth, actor, version, 'view');
  return actor;
}

/** @throws {AppError} bad_request when the folder that the requester chose is no longer open to the requester. */
async function folderOf(
  { db }: DeriveJobDeps,
  { new_dataset: created, folder_chosen: isChosen }: DerivePayload,
  actor: Actor,
): Promise<number | null> {
  const id = created?.folder_id ?? null;
  if (id === null || !isChosen) return folderIfOpen(db, id, actor);
  return (await findOpenFolder(db, id, actor)).id;
}

/** The layer of the second version. */
function otherOf(derivation: Derivation): OtherVersion | null {
  if (derivation.operation === 'clip') return 'versionId' in derivation.area ? derivation.area : null;
  return 'other' in derivation ? derivation.other : null;
}

async function otherVersion(
  { db }: Pick<DeriveJobDeps, 'db'>,
  derivation: Derivation,
): Promise<Version | null> {
  const other = otherOf(derivation);
  return other && findVersionById(db, other.versionId);
}

function tooSlow(seconds: number): AppError {
  const [amount, unit] = seconds < 3600 ? [seconds, 'second'] : [Math.round(seconds / 360) / 10, 'hour'];
  const limit = `${amount} ${unit}${amount === 1 ? '' : 's'}`;
  return conflict(
    'vault.derivation_too_slow',
    `The operation took longer than ${limit}, which is the limit on this server. Nothing was changed. Filter or clip the dataset first, or ask the operator to raise DERIVE_SECONDS.`,
  );
}

function toBody(result: IngestResult, layer: string, warnings: string[] = []): VaultSchemas['Derived'] {
  const derived = result.file.layers.find(({ name }) => name === layer);
  return {
    ...toDerivedBody(result, warnings),
    ...(derived ? { feature_count: derived.featureCount } : {}),
  };
}

function stemOf({ fileName }: Version): string {
  return fileName.slice(0, fileName.length - extname(fileName).length);
}
