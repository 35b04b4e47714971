import type { MapViewState } from './types.ts';

/** The map view in the URL: `zoom/latitude/longitude`. */
export function formatView({ center: [lng, lat], zoom }: MapViewState): string {
  const digits = zoom > 10 ? 5 : 3;
  return `${zoom.toFixed(2)}/${lat.toFixed(digits)}/${lng.toFixed(digits)}`;
}

/** The view in an address, or undefined if it is missing or mistyped. */
export function parseView(text: string): MapViewState | undefined {
  const [zoom, lat, lng, ...rest] = text.split('/').map(Number);
  if (zoom === undefined || lat === undefined || lng === undefined || rest.length > 0) return undefined;
  const sound = zoom >= 0 && zoom <= 22 && Math.abs(lat) <= 90 && Math.abs(lng) <= 540;
  return sound ? { center: [lng, lat], zoom } : undefined;
}
