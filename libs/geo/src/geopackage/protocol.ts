/** What the GeoPackage tool is asked; it runs in a process of its own, in the folder that holds the files. */
export type ToolRequest =
  | { task: 'layers'; file: string }
  | {
      task: 'sample';
      file: string;
      /** Where the sample goes: a new GeoPackage with one table, `sample`. */
      output: string;
      layer: string;
      /** Most features. */
      limit: number;
      /** In the layer's own CRS: min x, min y, max x, max y. */
      bbox: [number, number, number, number] | null;
      /** Most bytes of geometry. */
      maxGeometryBytes: number;
    };

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
  /** Name of the integer primary key; null when there is none. */
  fidColumn: string | null;
  /** Name under which SQLite gives the row number. */
  rowNumber: string;
  featureCount: number;
  /** In the layer's CRS. */
  extent: [number, number, number, number] | null;
  srs: { name: string; organization: string; code: number; definition: string } | null;
  columns: GeopackageColumn[];
}

export interface LayersReply {
  layers: GeopackageLayer[];
}

export interface SampleReply {
  /** Features in the layer, or in the box. */
  total: number;
  sampled: number;
  /** Size of the sampled geometries. */
  geometryBytes: number;
}
