export interface GeopackageColumn {
  name: string;
  /** As declared. */
  type: string;
  notNull: boolean;
}

export interface GeopackageLayer {
  name: string;
  geometryColumn: string;
  geometryType: string;
  hasZ: boolean;
  hasM: boolean;
  /** Name of the integer primary key; null without one. */
  fidColumn: string | null;
  /** Name under which SQLite gives the row number. */
  rowNumber: string;
  featureCount: number;
  /** In the layer's CRS. */
  extent: [number, number, number, number] | null;
  srs: { name: string; organization: string; code: number; definition: string } | null;
  columns: GeopackageColumn[];
}
