import type { ReactNode } from 'react';
import type { Feature, FeatureCollection } from 'geojson';
import type { Map as MapLibre } from 'maplibre-gl';

/** West, south, east, north in degrees (WGS 84). */
export type Bbox = [number, number, number, number];

export type FeatureId = string | number;

/** Longitude and latitude in degrees (WGS 84). */
export type LngLat = [number, number];

interface LayerLook {
  id: string;
  title: string;
  /** Attribute that decides the colour; without it the whole layer has one colour. */
  colorBy?: string | undefined;
  /** CSS colour of a layer that has one; by default the next of the palette. */
  color?: string | undefined;
  /** How much of the map areas cover, 0 to 1: little where they overlap or may be as large as the world. */
  fill?: number | undefined;
  /** Values of `colorBy` whose colours have a meaning, in the order of the legend; others are grey. */
  palette?: PaletteEntry[] | undefined;
  /** Heading of the legend; by default `colorBy`. */
  legendTitle?: string | undefined;
  /** Rings, dashed lines and empty areas: distinguishable from a layer of the same kind without its colour. */
  outlined?: boolean | undefined;
  /** Drawn above the points of the layers before it. */
  onTop?: boolean | undefined;
}

export interface PaletteEntry {
  /** As text; empty for features without a value. */
  value: string;
  /** Null leaves it out of the legend. */
  label: string | null;
  light: string;
  dark: string;
}

/** Vector data in WGS 84 that is drawn as points, lines and areas, whichever it holds. */
export interface FeatureLayer extends LayerLook {
  data: FeatureCollection;
}

/** Vector data that is fetched tile by tile: for layers too large to be held in the browser. */
export interface TileLayer extends LayerLook {
  tiles: VectorTiles;
  /** Ids of features that are in the tiles and not drawn. */
  hiddenIds?: number[] | undefined;
  /** How the values of `colorBy` fall into classes; the tiles in view are not enough to compute them. */
  classes?: ValueClasses | undefined;
  /** There are few points: each is drawn large enough to be seen from afar. */
  few?: boolean | undefined;
}

export type MapLayer = FeatureLayer | TileLayer;

export interface GeometryKinds {
  points: boolean;
  lines: boolean;
  areas: boolean;
}

export interface VectorTiles {
  /** Templates with `{z}`, `{x}` and `{y}`, absolute or from the root of the server. */
  urls: string[];
  minZoom: number;
  maxZoom: number;
  /** No tile is requested outside of it. */
  bounds?: Bbox | undefined;
  /** Name of the layer within the tiles. Its features carry whole numbers as ids. */
  sourceLayer: string;
  kinds: GeometryKinds;
}

/** How an attribute is classified for colouring. */
export type ValueClasses =
  /** Least value, inner edges in ascending order, greatest value. `others`: some features have no number. */
  | { kind: 'numbers'; edges: number[]; others: boolean }
  /** Most frequent first. `others`: some features have other texts, or none. */
  | { kind: 'texts'; values: string[]; others: boolean };

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

/** Details of the selected feature besides those of its layer. */
export interface FeatureDetails {
  /** Instead of the layer's own attributes. */
  properties?: Record<string, unknown> | undefined;
  /** Its bounds; taken from the layer's geometry when left out. */
  bounds?: Bbox | null | undefined;
  loading?: boolean | undefined;
  /** Why nothing is known: a sentence. */
  problem?: string | undefined;
  /** Buttons below the attributes. */
  actions?: ReactNode;
}

/** A place to look at; a new object moves the map, the same one does not. */
export interface MapFocus {
  bounds: Bbox;
}

export interface MapViewProps {
  /** What the map shows, read by screen readers. */
  label: string;
  height?: number | string | undefined;
  layers?: MapLayer[] | undefined;
  images?: MapImage[] | undefined;
  items?: MapItem[] | undefined;
  /** The selected feature or item, or null. */
  selectedId?: FeatureId | null | undefined;
  /** More about it: needed for features of tiles, which carry little. */
  details?: FeatureDetails | undefined;
  /** Moves the map there. */
  focus?: MapFocus | null | undefined;
  onFeatureClick?: ((hit: FeatureHit | null) => void) | undefined;
  /** Opens an item chosen from those under a click, without loading a page; else its link does. */
  onItemClick?: ((item: MapItem) => void) | undefined;
  /** Where to begin; without it the map fits its data. */
  initialView?: MapViewState | undefined;
  /** After each move; `byPerson` is false when the map moved itself, e.g. to fit its data. */
  onViewChange?: ((view: MapViewState, bounds: Bbox, byPerson: boolean) => void) | undefined;
  /** The extent behind the button "Fit to data"; taken from the data when left out. */
  extent?: Bbox | undefined;
  /** How far it zooms in on data of a small place; by default as far as the background has details. */
  closest?: number | undefined;
  /**
   * Controls around the data; all of them when left out. `zoom`: buttons and scale, for a page with a legend and a
   * `MapStatusBar` of its own. `none`: nothing, for a second map beside it.
   */
  controls?: 'zoom' | 'none' | undefined;
  /** `strip`: the legend is a line below the map instead of a list of layers over it, for a small map of one layer. */
  legend?: 'panel' | 'strip' | undefined;
  /** Hands over the living map, to move it along with another or to draw on it; null when it goes. */
  onMap?: ((map: MapLibre | null) => void) | undefined;
}
