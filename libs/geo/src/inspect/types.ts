import type { Crs } from '../crs/crs.ts';
import type { Extent } from '../crs/extent.ts';

export type FieldType = 'boolean' | 'integer' | 'real' | 'text' | 'date' | 'datetime' | 'time' | 'binary';

export interface FieldInfo {
  name: string;
  type: FieldType;
  width?: number;
  nullable: boolean;
  nativeType: string;
}

export interface LayerInfo {
  name: string;
  geometryType: string;
  hasZ: boolean;
  hasM: boolean;
  featureCount: number;
  crs?: Crs;
  /** In the layer's own CRS. */
  extent?: Extent;
  extentWgs84?: Extent;
  geometryColumn?: string;
  fidColumn?: string;
  fields: FieldInfo[];
}

export interface BandInfo {
  band: number;
  dataType: string;
  colorInterpretation: string;
  description?: string;
  unit?: string;
  nodata?: number | string;
  minimum?: number;
  maximum?: number;
  mean?: number;
  stdDev?: number;
  statisticsApproximate?: boolean;
  /** How pixels without data are marked: nodata, a mask, or an alpha band; absent when all pixels have data. */
  mask?: 'nodata' | 'mask' | 'alpha';
  blockSize?: [number, number];
  overviews: [number, number][];
  colorTableEntries?: number;
}

export interface RasterInfo {
  width: number;
  height: number;
  bands: BandInfo[];
  pixelSize?: [number, number];
  compression?: string;
  interleave?: string;
}

/** The technical metadata of a file. Extents are min x, min y, max x, max y; WGS84 ones west, south, east, north. */
export interface TechnicalInfo {
  crs?: Crs;
  extent?: Extent;
  extentWgs84?: Extent;
  layers?: LayerInfo[];
  raster?: RasterInfo;
  /** Sentences that the owner of the file should read. */
  warnings: string[];
}

/** The result of reading all features. */
export interface DataProfile {
  layers: {
    name: string;
    /** Geometry types that occur, the most frequent first. */
    geometryTypes: string[];
    withoutGeometry: number;
    /** Null when that would have taken too long. */
    ranges: FieldRange[] | null;
  }[];
  /** The first of them. */
  problems: Problem[];
  problemCount: number;
  /** On what was left out. */
  warnings: string[];
}

/** What the values of a field are. */
export interface FieldRange {
  name: string;
  /** Numbers as such (beyond 2^53 as text), dates and times in ISO 8601; texts have none. */
  minimum?: number | string;
  maximum?: number | string;
  nullCount: number;
}

/** What is wrong in a file, and what to do about it: two sentences. */
export interface Problem {
  layer: string;
  /** Key of the feature; absent when it concerns the whole layer. */
  feature?: number | string;
  problem: string;
  cure: string;
}
