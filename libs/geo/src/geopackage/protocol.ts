import type { AssignCrsRequest } from './assign-crs.ts';
import type { DeriveTasks } from './derive-types.ts';
import type { DiffPageReply, DiffPageRequest, DiffReply, DiffRequest } from './diff-types.ts';
import type { GeoJsonEditRequest } from '../geojson-edit/edit-geojson.ts';
import type { RenumberRequest } from './renumber.ts';
import type { RewriteReply, RewriteRequest } from './rewrite-types.ts';
import type {
  RowOrderRequest,
  RowRangeReply,
  RowPositionsReply,
  RowPositionsRequest,
  RowsOf,
  RowsReply,
  RowsRequest,
} from './row-types.ts';
import type { SurveyReply, SurveyRequest } from '../survey/survey-types.ts';
import type {
  GeometriesRequest,
  TileReply,
  TileRequest,
  TilesSummary,
  TilesReply,
  TilesRequest,
} from '../tiles/tile-types.ts';

/**
 * What the GeoPackage tool can be asked. It runs in processes of its own in the sandbox, either once (in the folder that
 * holds the files) or for a while (see reader.ts; then files are given by absolute paths).
 */
export interface Tasks extends DeriveTasks {
  layers: { request: { file: string }; reply: LayersReply };
  sample: { request: SampleRequest; reply: SampleReply };
  rowRange: { request: RowsOf; reply: RowRangeReply };
  rowOrder: { request: RowOrderRequest; reply: { total: number } };
  rowPositions: { request: RowPositionsRequest; reply: RowPositionsReply };
  rows: { request: RowsRequest; reply: RowsReply };
  rowCount: { request: { file: string }; reply: { total: number } };
  rewrite: { request: RewriteRequest; reply: RewriteReply };
  renumber: { request: RenumberRequest; reply: RewriteReply };
  assignCrs: { request: AssignCrsRequest; reply: RewriteReply };
  editGeoJson: { request: GeoJsonEditRequest; reply: { done: true } };
  diff: { request: DiffRequest; reply: DiffReply };
  diffPage: { request: DiffPageRequest; reply: DiffPageReply };
  geometries: { request: GeometriesRequest; reply: { features: number } };
  tiles: { request: TilesRequest; reply: TilesReply };
  tile: { request: TileRequest; reply: TileReply };
  survey: { request: SurveyRequest; reply: SurveyReply };
  tilesSummary: { request: { tiles: string }; reply: TilesSummary };
}

export type TaskName = keyof Tasks;
export type ToolRequest = { [T in TaskName]: { task: T } & Tasks[T]['request'] }[TaskName];
export type ReplyTo<R extends { task: TaskName }> = Tasks[R['task']]['reply'];

export interface SampleRequest {
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
  /** Large geometries are thinned to this, in units of the layer's CRS, and cut to the box; absent to copy them whole. */
  tolerance?: number;
}

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
  /** Of those that were thinned there are so many. */
  thinned: number;
}
