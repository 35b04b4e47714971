import type { VaultSchemas } from '@cairn/contracts';
import type { Storage } from '@cairn/files';
import { openGdal, previewDerivation } from '@cairn/geo';
import type { DerivationPreview, PreviewedDerivation, Reader } from '@cairn/geo';
import { AppError, badRequest } from '@cairn/service';
import type { VaultConfig } from '../../config.ts';
import type { Db } from '../../db/handle.ts';
import type { ContentService } from '../content/service.ts';
import type { LayerResolver } from './clip-source.ts';
import { findArea, toTool } from './perform.ts';
import { requireLayerFrame } from './spatial-reference.ts';
import {
  askCalculate,
  fieldsOf,
  askReproject,
  askSimplify,
  askSpatialJoin,
  askBuffer,
  askClip,
  askDissolve,
  askFilter,
  askIntersect,
} from './request.ts';
import type { LayerSource } from './source.ts';
import type { DerivationRequest, Derivation } from './types.ts';

type PreviewInput = VaultSchemas['DerivationPreviewInput'];

export interface PreviewDeps {
  db: Db;
  storage: Storage;
  contents: ContentService;
  reader: Reader;
  config: Pick<VaultConfig, 'previewSeconds'>;
}

/** The layer that a preview asks for. */
export function layerOfPreview(input: PreviewInput): string | undefined {
  return input[input.operation]?.layer;
}

/** How the layer of another dataset is found: one whose polygons cut, or any. */
export interface Finders {
  knife: LayerResolver;
  layer: LayerResolver;
}

/** The same checks as for the derivation itself. AppError `bad_request`. */
export async function askPreview(
  input: PreviewInput,
  { layer }: LayerSource,
  find: Finders,
): Promise<DerivationRequest> {
  const {
    operation,
    filter,
    dissolve,
    clip,
    buffer,
    reproject,
    simplify,
    spatial_join: join,
    intersect,
    calculate,
  } = input;
  if (operation === 'filter' && filter) return askFilter(filter, layer);
  if (operation === 'dissolve' && dissolve) return askDissolve(dissolve, layer);
  if (operation === 'clip' && clip) return askClip(clip, layer, find.knife);
  if (operation === 'buffer' && buffer) return askBuffer(buffer, layer);
  if (operation === 'reproject' && reproject) return askReproject(reproject, layer);
  if (operation === 'simplify' && simplify) return askSimplify(simplify, layer);
  if (operation === 'spatial_join' && join) return askSpatialJoin(join, layer, find.layer);
  if (operation === 'intersect' && intersect) return askIntersect(intersect, layer, find.layer);
  if (operation === 'calculate' && calculate) return askCalculate(calculate, layer);
  throw badRequest(
    'vault.nothing_asked',
    `The parameters of the operation are missing. Add an object named "${operation}".`,
  );
}

/** Tries a derivation out in a folder that is removed at once. */
export async function previewOf(
  { storage, reader, config, ...parts }: PreviewDeps,
  { source, derivation }: { source: LayerSource; derivation: Derivation },
  signal: AbortSignal,
): Promise<DerivationPreview> {
  const { version, layer } = source;
  const { path } = await parts.contents.readable(version);
  const scratch = await storage.scratch();
  const limit = AbortSignal.timeout(config.previewSeconds * 1_000);
  try {
    const previewed = await toPreviewed(parts, { layer, derivation });
    return await previewDerivation(
      await openGdal('page'),
      { source: { path, layer }, derivation: previewed },
      { cwd: scratch.path, reader, signal: AbortSignal.any([signal, limit]) },
    );
  } catch (error) {
    throw limit.aborted && !signal.aborted ? tooSlow(config.previewSeconds) : error;
  } finally {
    await scratch.remove();
  }
}

/** Not a fault of the derivation: the code lets a page offer the derivation itself, which a worker has time for. */
function tooSlow(seconds: number): AppError {
  const code = 'vault.preview_too_slow';
  return new AppError({
    kind: 'conflict',
    code,
    message: `The preview takes longer than ${seconds} ${seconds === 1 ? 'second' : 'seconds'}. You can create the result without a preview, or filter or clip the dataset first.`,
    answer: { code },
  });
}

async function toPreviewed(
  parts: Pick<PreviewDeps, 'db' | 'contents'>,
  { layer, derivation }: { layer: LayerSource['layer']; derivation: Derivation },
): Promise<PreviewedDerivation> {
  switch (derivation.operation) {
    case 'filter':
    case 'dissolve':
      return derivation;
    case 'clip':
      return {
        operation: 'clip',
        area: await findArea(parts, derivation.area),
        frame: requireLayerFrame(layer),
      };
    case 'calculate':
      return { ...derivation, fields: fieldsOf(layer) };
    default:
      return toTool(parts, layer, derivation);
  }
}
