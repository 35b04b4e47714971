/** How positions are given: degrees (longitude, latitude), degrees that GDAL has unprojected, or metres of EPSG:3857. */
export type Placement = 'degrees' | 'unprojected' | 'mercator';

export interface TilesRequest {
  file: string;
  layer: string;
  placement: Placement;
  /** A new tile file. */
  output: string;
}

export interface TilesReply {
  shapes: number;
  /** Features that have no place on the map or whose bytes are no geometry. */
  skipped: number;
  empty: number;
  /** There are arcs, which have to be made straight first; nothing was written. */
  hasCurves: boolean;
}

export interface GeometriesRequest {
  file: string;
  layer: string;
  /** A new GeoPackage with one table, `sample`, of keys and geometries. */
  output: string;
}

export interface TileRequest {
  /** A tile file. */
  tiles: string;
  z: number;
  x: number;
  y: number;
  /** Where the values of the requested fields are. */
  rows: { file: string; layer: string; fields: { name: string; isBoolean: boolean }[] } | null;
}

export interface TileReply {
  /** A Mapbox Vector Tile; null when it would be empty. */
  tile: Uint8Array | null;
}

export interface TilesSummary {
  shapes: number;
  skipped: number;
  /** For each zoom level from 0 on whose tiles do not have all shapes. */
  sampled: {
    /** One in so many shapes is in the tiles. */
    oneIn: number;
    /** The tiles with the most shapes have fewer than that. */
    crowded: boolean;
  }[];
}
