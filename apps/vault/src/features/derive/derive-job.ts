import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import type { VaultSchemas } from '@cairn/contracts';
import type { Storage } from '@cairn/files';
import type { JobContext, Processor } from '@cairn/jobs';
import { conflict } from '@cairn/service';
import type { Actor, AppError } from '@cairn/service';
import type { VaultConfig } from '../../config.ts';
import type { VaultDatabase } from '../../db/schema.ts';
import { findOpenFolder, folderIfOpen } from '../folders/open-folder.ts';
import { requirePermission, requireRequester } from '../jobs/requester.ts';
import type { Rights } from '../jobs/requester.ts';
import { destinationOf, requireChangeable } from '../versions/destination.ts';
import type { IngestService } from '../versions/ingest.ts';
import { toDerivedBody } from '../versions/mapper.ts';
import { findVersionById } from '../versions/repo.ts';
import type { IngestResult, Version } from '../versions/types.ts';
import { findLayerSourceById } from './layer-source.ts';
import type { LayerSourceDeps } from './layer-source.ts';
import { runDerivation } from './run-derivation.ts';
import type { Derivation, DerivePayload, OtherVersion } from './types.ts';

export interface DeriveJobDeps extends LayerSourceDeps {
  storage: Storage;
  ingest: IngestService;
  auth: Rights;
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
  const { storage, ingest, config } = deps;
  const { derivation, maker: author, parameters, new_dataset: created } = payload;
  const earlier = await ingest.resume(ctx);
  if (earlier) return toBody(earlier, derivation.layer);
  const source = await findLayerSourceById(deps, { versionId: payload.version_id, layer: derivation.layer });
  const { version, layer } = source;
  if (!created) await requireChangeable(deps.db, version);
  const actor = await requireRights(deps, payload, version);
  const folderId = await folderOf(deps, payload, actor);
  const scratch = await storage.scratch();
  const limit = AbortSignal.timeout(config.deriveSeconds * 1_000);
  try {
    const options = {
      cwd: scratch.path,
      signal: AbortSignal.any([ctx.signal, limit]),
      timeLimitMs: config.deriveSeconds * 1_000 + GRACE_MS,
      progress: (share: number, stage: string) => ctx.progress(Math.round(share * SHARE * 100), stage),
    };
    const derived = await runDerivation(deps, { source, derivation }, options).catch((error: unknown) => {
      throw limit.aborted && !ctx.signal.aborted ? tooSlow(config.deriveSeconds) : error;
    });
    ctx.progress(SHARE * 100, 'Checking the new file');
    const file = await storage.stage(createReadStream(derived.path), { signal: ctx.signal });
    const counts = { features_in: layer.featureCount, features_out: derived.featureCount };
    const other = otherOf(derivation);
    const result = await ingest.ingest({
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

/** The job may have waited for long, so the current permissions of its requester decide. @throws {AppError} forbidden. */
async function requireRights(
  { db, auth }: DeriveJobDeps,
  { derivation, maker, new_dataset: created }: DerivePayload,
  source: Version,
): Promise<Actor> {
  const actor = await requireRequester(auth, maker.id);
  await requirePermission(auth, actor, source, created ? 'view' : 'edit');
  const other = otherOf(derivation);
  const version = other && (await findVersionById(db, other.versionId));
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
