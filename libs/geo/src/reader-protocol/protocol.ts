import type * as row from './row-types.ts';
import type * as derive from './derive-types.ts';
import type * as dissolve from './dissolve-types.ts';
import type * as overlay from './overlay-types.ts';
import type * as shape from './shape-types.ts';
import type * as edit from './edit-types.ts';
import type * as diff from './diff-types.ts';
import type * as profile from './profile-types.ts';
import type * as sync from './sync-types.ts';
import type * as tile from './tile-types.ts';
import type { GeopackageLayer } from '../geopackage/types.ts';

/**
 * Requests and replies of the reader. It runs in its own process in the sandbox, either for one request (in the folder with
 * the files) or for many (see reader.ts; files are then given by absolute paths).
 */
export interface Tasks {
  layers: { request: { file: string }; reply: LayersReply };
  outline: { request: OutlineRequest; reply: LayersReply };
  sample: { request: row.SampleRequest; reply: row.SampleReply };
  rowRange: { request: row.LayerOfFile; reply: row.RowRangeReply };
  rowOrder: { request: row.RowOrderRequest; reply: { total: number } };
  rowPositions: { request: row.RowPositionsRequest; reply: row.RowPositionsReply };
  rows: { request: row.RowsRequest; reply: row.RowsReply };
  rowCount: { request: { file: string }; reply: { total: number } };
  applyEdits: { request: edit.ApplyEditsRequest; reply: edit.WrittenGeopackage };
  renumberRows: { request: edit.RenumberRequest; reply: edit.WrittenGeopackage };
  assignCrs: { request: edit.AssignCrsRequest; reply: edit.WrittenGeopackage };
  editGeoJson: { request: edit.GeoJsonEditRequest; reply: { done: true } };
  diff: { request: diff.DiffRequest; reply: diff.DiffReply };
  diffPage: { request: diff.DiffPageRequest; reply: diff.DiffPageReply };
  geometries: { request: tile.GeometriesRequest; reply: { features: number } };
  tiles: { request: tile.TilesRequest; reply: tile.TilesReply };
  tile: { request: tile.TileRequest; reply: tile.TileReply };
  profileLayers: { request: profile.ProfileRequest; reply: profile.ProfileReply };
  tilesSummary: { request: { tiles: string }; reply: tile.TilesSummary };
  fieldValues: { request: row.FieldValuesRequest; reply: row.FieldValuesReply };
  filterLayer: { request: derive.DeriveFilterRequest; reply: derive.DerivedReply };
  collectGroups: { request: dissolve.CollectRequest; reply: dissolve.CollectReply };
  regatherPieces: { request: dissolve.RegatherRequest; reply: dissolve.MergeReply };
  mergePieces: { request: dissolve.MergeRequest; reply: dissolve.MergeReply };
  writeMerged: { request: dissolve.MergedRequest; reply: { pieces: number } };
  writeDissolved: { request: dissolve.DissolveWriteRequest; reply: derive.DerivedReply };
  scanForClip: { request: overlay.ClipScanRequest; reply: overlay.ClipScanReply };
  writeClipped: { request: overlay.ClipWriteRequest; reply: overlay.ClipWriteReply };
  extractShapes: { request: shape.ExtractShapesRequest; reply: shape.ExtractShapesReply };
  replaceShapes: { request: shape.ReplaceShapesRequest; reply: shape.ReplaceShapesReply };
  simplifyLayer: { request: derive.SimplifyRequest; reply: derive.SimplifyReply };
  findPairs: { request: overlay.FindPairsRequest; reply: overlay.FindPairsReply };
  writeJoined: { request: overlay.JoinWriteRequest; reply: overlay.JoinWriteReply };
  writeIntersected: { request: overlay.IntersectWriteRequest; reply: derive.DerivedReply };
  cutForBuffer: { request: shape.BufferCutRequest; reply: shape.BufferCutReply };
  calculateField: { request: derive.CalculateRequest; reply: derive.CalculateReply };
  firstRows: { request: row.FirstRowsRequest; reply: row.FirstRowsReply };
  sampleMatches: { request: derive.SampleMatchesRequest; reply: derive.SampleMatchesReply };
  measureShapes: { request: { file: string }; reply: derive.MeasureReply };
  applyChangesets: { request: sync.ApplyChangesetsRequest; reply: sync.ApplyChangesetsReply };
  compareTable: { request: sync.CompareTableRequest; reply: sync.CompareTableReply };
  packageTables: { request: { file: string }; reply: sync.PackageTablesReply };
}

export type TaskName = keyof Tasks;
export type ReaderRequest = { [T in TaskName]: { task: T } & Tasks[T]['request'] }[TaskName];
export type ReplyTo<R extends { task: TaskName }> = Tasks[R['task']]['reply'];

/** Also requests a few features of the first layer in a new file, `output`. */
export interface OutlineRequest {
  file: string;
  output: string;
  limit: number;
}

export interface LayersReply {
  layers: GeopackageLayer[];
}
