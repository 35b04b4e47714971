import { t } from '@cairn/ui';

/** A sentence for a text that names no layer. */
export function layerProblem(layer: string): string | null {
  return /^[^:]+:.+/.test(layer) ? null : t('import.mapserver.layerWrong');
}

/** Workspace and name of a layer. */
export function layerParts(layer: string): { workspace: string; name: string } {
  const at = layer.indexOf(':');
  return { workspace: layer.slice(0, at), name: layer.slice(at + 1) };
}
