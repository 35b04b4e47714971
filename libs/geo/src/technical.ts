import type { Crs } from './crs.ts';
import type { Extent } from './extent.ts';

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

/** What a file says of itself. Extents are min x, min y, max x, max y; WGS84 ones west, south, east, north. */
export interface TechnicalInfo {
  crs?: Crs;
  extent?: Extent;
  extentWgs84?: Extent;
  layers?: LayerInfo[];
  raster?: RasterInfo;
  /** Sentences that the owner of the file should read. */
  warnings: string[];
}
