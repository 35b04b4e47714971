import type {
  SampleRequest,
  SampleReply,
  FieldValuesRequest,
  FieldValuesReply,
  FirstRowsRequest,
  FirstRowsReply,
  RowOrderRequest,
  RowRangeReply,
  RowPositionsReply,
  RowPositionsRequest,
  LayerOfFile,
  RowsReply,
  RowsRequest,
} from './row-types.ts';
import type {
  DeriveFilterRequest,
  DerivedReply,
  SimplifyRequest,
  SimplifyReply,
  CalculateRequest,
  CalculateReply,
  SampleMatchesRequest,
  SampleMatchesReply,
  MeasureReply,
} from './derive-types.ts';
import type {
  CollectRequest,
  CollectReply,
  RegatherRequest,
  MergeReply,
  MergeRequest,
  MergedRequest,
  DissolveWriteRequest,
} from './dissolve-types.ts';
import type {
  ClipScanRequest,
  ClipScanReply,
  ClipWriteRequest,
  ClipWriteReply,
  FindPairsRequest,
  FindPairsReply,
  JoinWriteRequest,
  JoinWriteReply,
  IntersectWriteRequest,
} from './overlay-types.ts';
import type {
  ExtractShapesRequest,
  ExtractShapesReply,
  ReplaceShapesRequest,
  ReplaceShapesReply,
  BufferCutRequest,
  BufferCutReply,
} from './shape-types.ts';
import type { GeopackageLayer } from '../geopackage/types.ts';
import type {
  AssignCrsRequest,
  GeoJsonEditRequest,
  RenumberRequest,
  WrittenGeopackage,
  ApplyEditsRequest,
} from './edit-types.ts';
import type { DiffPageReply, DiffPageRequest, DiffReply, DiffRequest } from './diff-types.ts';
import type { ProfileReply, ProfileRequest } from './profile-types.ts';
import type {
  GeometriesRequest,
  TileReply,
  TileRequest,
  TilesSummary,
  TilesReply,
  TilesRequest,
} from './tile-types.ts';

/**
 * Requests and replies of the reader. It runs in its own process in the sandbox, either for one request (in the folder with
 * the files) or for many (see reader.ts; files are then given by absolute paths).
 */
export interface Tasks {
  layers: { request: { file: string }; reply: LayersReply };
  sample: { request: SampleRequest; reply: SampleReply };
  rowRange: { request: LayerOfFile; reply: RowRangeReply };
  rowOrder: { request: RowOrderRequest; reply: { total: number } };
  rowPositions: { request: RowPositionsRequest; reply: RowPositionsReply };
  rows: { request: RowsRequest; reply: RowsReply };
  rowCount: { request: { file: string }; reply: { total: number } };
  applyEdits: { request: ApplyEditsRequest; reply: WrittenGeopackage };
  renumberRows: { request: RenumberRequest; reply: WrittenGeopackage };
  assignCrs: { request: AssignCrsRequest; reply: WrittenGeopackage };
  editGeoJson: { request: GeoJsonEditRequest; reply: { done: true } };
  diff: { request: DiffRequest; reply: DiffReply };
  diffPage: { request: DiffPageRequest; reply: DiffPageReply };
  geometries: { request: GeometriesRequest; reply: { features: number } };
  tiles: { request: TilesRequest; reply: TilesReply };
  tile: { request: TileRequest; reply: TileReply };
  profileLayers: { request: ProfileRequest; reply: ProfileReply };
  tilesSummary: { request: { tiles: string }; reply: TilesSummary };
  fieldValues: { request: FieldValuesRequest; reply: FieldValuesReply };
  filterLayer: { request: DeriveFilterRequest; reply: DerivedReply };
  collectGroups: { request: CollectRequest; reply: CollectReply };
  regatherPieces: { request: RegatherRequest; reply: MergeReply };
  mergePieces: { request: MergeRequest; reply: MergeReply };
  writeMerged: { request: MergedRequest; reply: { pieces: number } };
  writeDissolved: { request: DissolveWriteRequest; reply: DerivedReply };
  scanForClip: { request: ClipScanRequest; reply: ClipScanReply };
  writeClipped: { request: ClipWriteRequest; reply: ClipWriteReply };
  extractShapes: { request: ExtractShapesRequest; reply: ExtractShapesReply };
  replaceShapes: { request: ReplaceShapesRequest; reply: ReplaceShapesReply };
  simplifyLayer: { request: SimplifyRequest; reply: SimplifyReply };
  findPairs: { request: FindPairsRequest; reply: FindPairsReply };
  writeJoined: { request: JoinWriteRequest; reply: JoinWriteReply };
  writeIntersected: { request: IntersectWriteRequest; reply: DerivedReply };
  cutForBuffer: { request: BufferCutRequest; reply: BufferCutReply };
  calculateField: { request: CalculateRequest; reply: CalculateReply };
  firstRows: { request: FirstRowsRequest; reply: FirstRowsReply };
  sampleMatches: { request: SampleMatchesRequest; reply: SampleMatchesReply };
  measureShapes: { request: { file: string }; reply: MeasureReply };
}

export type TaskName = keyof Tasks;
export type ReaderRequest = { [T in TaskName]: { task: T } & Tasks[T]['request'] }[TaskName];
export type ReplyTo<R extends { task: TaskName }> = Tasks[R['task']]['reply'];

export interface LayersReply {
  layers: GeopackageLayer[];
}
