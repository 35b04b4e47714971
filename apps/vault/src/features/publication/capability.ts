import type { Version } from '../versions/types.ts';

/** Where versions can be published: rasters in the runtime of a desktop GIS, vectors on a tile server. */
export type PublishTarget = 'gis-runtime' | 'tile-server';

export interface PublishCapability {
  available: boolean;
  target: PublishTarget;
  /** Why not, and what to do. */
  reason?: string;
}

const MISSING: Record<PublishTarget, string> = {
  'gis-runtime':
    'Rasters are published to the runtime of a desktop GIS, and none is connected to this vault; ask the operator to set one up.',
  'tile-server':
    'Vectors are published to a tile server, and none is connected to this vault; ask the operator to set one up.',
};

/** Whether a version could be published, given the targets that the operator has connected. */
export function publishCapability(
  { type, datasourceType }: Pick<Version, 'type' | 'datasourceType'>,
  connected: ReadonlySet<PublishTarget>,
): PublishCapability {
  const target = type === 'raster' ? 'gis-runtime' : 'tile-server';
  if (datasourceType === 'remote') {
    const reason =
      'The data of this version lie in an object store elsewhere; import them into the vault to publish them.';
    return { available: false, target, reason };
  }
  if (!connected.has(target)) return { available: false, target, reason: MISSING[target] };
  return { available: true, target };
}
