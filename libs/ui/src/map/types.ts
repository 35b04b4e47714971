import type { Feature, FeatureCollection } from 'geojson';

/** West, south, east, north in degrees (WGS 84). */
export type Bbox = [number, number, number, number];

export type FeatureId = string | number;

/** Longitude and latitude in degrees (WGS 84). */
export type LngLat = [number, number];

/** Vector data in WGS 84 that is drawn as points, lines and areas, whichever it holds. */
export interface MapLayer {
  id: string;
  title: string;
  data: FeatureCollection;
  /** Attribute that decides the colour; without it the whole layer has one colour. */
  colorBy?: string | undefined;
}

/** A picture laid over the map, e.g. the rendered preview of a raster. */
export interface MapImage {
  id: string;
  title: string;
  url: string;
  /** Top left, top right, bottom right, bottom left. */
  corners: [LngLat, LngLat, LngLat, LngLat];
  legend?: RasterLegend | undefined;
}

export interface RasterLegend {
  minimum: number;
  maximum: number;
  unit?: string | undefined;
  /** CSS colours from the least to the greatest value. */
  colors: string[];
}

/** Something that covers a part of the world: drawn as an outline, leads to a page. */
export interface MapItem {
  id: string;
  title: string;
  url: string;
  bbox: Bbox;
}

export interface MapViewState {
  center: LngLat;
  zoom: number;
}

export interface FeatureHit {
  layerId: string;
  id: FeatureId;
  feature: Feature;
}

export interface MapViewProps {
  /** What the map shows, read by screen readers. */
  label: string;
  height?: number | string | undefined;
  layers?: MapLayer[] | undefined;
  images?: MapImage[] | undefined;
  items?: MapItem[] | undefined;
  /** The feature or item that is picked out; null for none. */
  selectedId?: FeatureId | null | undefined;
  onFeatureClick?: ((hit: FeatureHit | null) => void) | undefined;
  /** Opens an item chosen from those under a click, without loading a page; else its link does. */
  onItemClick?: ((item: MapItem) => void) | undefined;
  /** Where to begin; without it the map fits its data. */
  initialView?: MapViewState | undefined;
  /** After each move; `byPerson` is false when the map moved itself, e.g. to fit its data. */
  onViewChange?: ((view: MapViewState, bounds: Bbox, byPerson: boolean) => void) | undefined;
  /** The extent behind the button "Fit to data"; taken from the data when left out. */
  extent?: Bbox | undefined;
}
