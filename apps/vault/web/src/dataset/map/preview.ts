import { ApiError, basePath, errorFromResponse, requestJson, sentenceForStatus } from '@cairn/ui';
import type { Bbox, LngLat, MapImage } from '@cairn/ui/map';
import type { PreviewCollection } from '../../client.ts';

export interface PreviewSubject {
  dataset: string;
  version: number;
  /** Layer of a vector file; the first when empty. */
  layer?: string;
}

/** How many pixels wide the picture of a raster is at most. */
export const PICTURE_WIDTH = 2048;

/** The features of a version, bounded and simplified for `view` (the whole layer without one). */
export function fetchFeatures(
  subject: PreviewSubject,
  view: Bbox | null,
  signal: AbortSignal,
): Promise<PreviewCollection> {
  return requestJson<PreviewCollection>(previewAddress(subject, view ? { bbox: view.join(',') } : {}), {
    signal,
  });
}

export interface RasterPicture {
  url: string;
  /** Null when the raster is not georeferenced. */
  bounds: Bbox | null;
}

/** The address and bounds of a raster's image; its bytes stay in the browser's cache. */
export async function fetchPicture(subject: PreviewSubject, signal: AbortSignal): Promise<RasterPicture> {
  const url = previewAddress(subject, { width: String(PICTURE_WIDTH) });
  const response = await fetch(url, { signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new ApiError({ status: 0, message: sentenceForStatus(0) });
  });
  if (!response.ok) throw errorFromResponse(response, await response.json().catch(() => null));
  await response.blob();
  return { url, bounds: parseBounds(response.headers.get('x-bounds')) };
}

function previewAddress({ dataset, version, layer }: PreviewSubject, more: Record<string, string>): string {
  const query = new URLSearchParams({
    dataset,
    version: String(version),
    ...(layer ? { layer } : {}),
    ...more,
  });
  return `${basePath()}/preview?${query}`;
}

export function parseBounds(header: string | null): Bbox | null {
  const numbers = (header ?? '').split(',').map(Number);
  return header && numbers.length === 4 && numbers.every(Number.isFinite) ? (numbers as Bbox) : null;
}

/** Corners as the map wants them: top left, top right, bottom right, bottom left. */
export function cornersOf([west, south, east, north]: Bbox): MapImage['corners'] {
  const corner = (x: number, y: number): LngLat => [x, y];
  return [corner(west, north), corner(east, north), corner(east, south), corner(west, south)];
}

/**
 * The view, cut to the world and widened to a grid about an eighth of its size, so that small moves
 * ask for the same box and come from the cache. A view across 180° asks for all longitudes: a box cannot
 * go round the world.
 */
export function snapView([west, south, east, north]: Bbox): Bbox {
  const step = 2 ** Math.floor(Math.log2(Math.max(east - west, north - south, 1e-6) / 8));
  const down = (value: number) => Math.floor(value / step) * step;
  const up = (value: number) => Math.ceil(value / step) * step;
  // The map may have been dragged round the world several times.
  const turns = 360 * Math.floor(((west + east) / 2 + 180) / 360);
  const across = west - turns < -180 || east - turns > 180;
  return [
    across ? -180 : Math.max(-180, down(west - turns)),
    Math.max(-90, down(south)),
    across ? 180 : Math.min(180, up(east - turns)),
    Math.min(90, up(north)),
  ];
}

/** Share of `extent` that is in `view`, 0 to 1. */
export function shareInView(view: Bbox, extent: Bbox): number {
  const width = Math.min(view[2], extent[2]) - Math.max(view[0], extent[0]);
  const height = Math.min(view[3], extent[3]) - Math.max(view[1], extent[1]);
  const area = (extent[2] - extent[0]) * (extent[3] - extent[1]);
  return area > 0 ? (Math.max(0, width) * Math.max(0, height)) / area : 1;
}
