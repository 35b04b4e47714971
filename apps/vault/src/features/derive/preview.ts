import type { Storage } from '@cairn/files';
import { openGdal, previewDerivation } from '@cairn/geo';
import type { DerivationPreview, PreviewedDerivation, Reader } from '@cairn/geo';
import { AppError } from '@cairn/service';
import type { VaultConfig } from '../../config.ts';
import { toArea, toTool, requireLayerFrame } from './layer-source.ts';
import type { LayerSourceDeps } from './layer-source.ts';
import { fieldsOf } from './read-request.ts';
import type { Derivation, LayerSource } from './types.ts';

export interface PreviewDeps extends LayerSourceDeps {
  storage: Storage;
  reader: Reader;
  config: Pick<VaultConfig, 'previewSeconds'>;
}

/** Runs a derivation on a sample, in a folder that is removed afterwards. @throws {AppError} conflict when it takes too long. */
export async function runPreview(
  { storage, reader, config, ...deps }: PreviewDeps,
  { source, derivation }: { source: LayerSource; derivation: Derivation },
  signal: AbortSignal,
): Promise<DerivationPreview> {
  const { version, layer } = source;
  const { path } = await deps.contents.readable(version);
  const limit = AbortSignal.timeout(config.previewSeconds * 1_000);
  return storage.inScratch(async (cwd) => {
    try {
      const previewed = await toPreviewed(deps, { layer, derivation });
      return await previewDerivation(
        await openGdal('page'),
        { source: { path, layer }, derivation: previewed },
        { cwd, reader, signal: AbortSignal.any([signal, limit]) },
      );
    } catch (error) {
      throw limit.aborted && !signal.aborted ? tooSlow(config.previewSeconds) : error;
    }
  });
}

/** The derivation itself may succeed, since a worker has more time: the code lets the page offer it. */
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
  deps: LayerSourceDeps,
  { layer, derivation }: { layer: LayerSource['layer']; derivation: Derivation },
): Promise<PreviewedDerivation> {
  switch (derivation.operation) {
    case 'filter':
    case 'dissolve':
      return derivation;
    case 'clip':
      return {
        operation: 'clip',
        area: await toArea(deps, derivation.area),
        frame: requireLayerFrame(layer),
      };
    case 'calculate':
      return { ...derivation, fields: fieldsOf(layer) };
    default:
      return toTool(deps, layer, derivation);
  }
}
