import type { Version } from '../versions/types.ts';

/** Rasters are published to the runtime of a desktop GIS, vectors to a tile server. */
export type PublishTarget = 'gis-runtime' | 'tile-server';

export interface PublishCapability {
  available: boolean;
  target: PublishTarget;
  /** Why it is not available, and what to do. */
  reason?: string;
}

const MISSING: Record<PublishTarget, string> = {
  'gis-runtime':
    'Rasters are published to the runtime of a desktop GIS, and this vault is not connected to one. Ask the operator to set one up.',
  'tile-server':
    'Vectors are published to a tile server, and this vault is not connected to one. Ask the operator to set one up.',
};

/** Whether a version could be published, given the targets that the operator has connected. */
export function publishCapability(
  { type, datasourceType }: Pick<Version, 'type' | 'datasourceType'>,
  connected: ReadonlySet<PublishTarget>,
): PublishCapability {
  const target = type === 'raster' ? 'gis-runtime' : 'tile-server';
  if (datasourceType === 'remote') {
    const reason = "This version's data is stored elsewhere. Import it to publish it.";
    return { available: false, target, reason };
  }
  if (!connected.has(target)) return { available: false, target, reason: MISSING[target] };
  return { available: true, target };
}
