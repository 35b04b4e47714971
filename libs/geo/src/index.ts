export { checkSource, examineSource } from './check-source.ts';
export type { CheckOptions } from './check-source.ts';
export { assignCrs } from './assign-crs.ts';
export { calculateVector } from './derive/calculate.ts';
export { clipVector } from './derive/clip.ts';
export { dissolveVector } from './derive/dissolve.ts';
export { filterVector } from './derive/filter.ts';
export { previewDerivation } from './derive/preview.ts';
export type { CalculatedPreview, DerivationPreview, PreviewedDerivation } from './derive/preview.ts';
export { buildClipRegion } from './derive/region.ts';
export type { Area, LayerFrame, Polygon } from './derive/region.ts';
export { applyTool } from './derive/tools.ts';
export type { Tool } from './derive/tools.ts';
export type { DerivedFile, DeriveOptions } from './derive/types.ts';
export { findEpsg, isInArea, searchEpsg } from './epsg.ts';
export type { EpsgEntry } from './epsg.ts';
export { checkCondition, findField } from './expression/check.ts';
export { parseCondition } from './expression/parse.ts';
export { checkCalculation } from './expression/value-field.ts';
export type { Calculation } from './expression/value-field.ts';
export { assumeCrs, crsArgument, crsFromWkt, WGS84 } from './crs.ts';
export type { Crs, MissingCrs } from './crs.ts';
export { compareVectors, readDifferences } from './diff-vectors.ts';
export type { DifferencePage, DifferenceWithGeometry } from './diff-vectors.ts';
export { clampToWorld, extentsToWgs84, fromWgs84, toWgs84, unionExtents } from './extent.ts';
export type { Extent } from './extent.ts';
export { checkFileName, detectFormat, formatByName, formatOfContent, HEAD_BYTES, typeOf } from './formats.ts';
export type { DatasetType, Format } from './formats.ts';
export { openGdal } from './gdal.ts';
export type { Gdal, GdalTool } from './gdal.ts';
export { scanGeoJson } from './geojson-scan.ts';
export type { FieldValuesReply as FieldValues } from './geopackage/derive-types.ts';
export type { DiffProblem, DifferenceKind } from './geopackage/diff-types.ts';
export { createReader } from './geopackage/reader.ts';
export type { Reader, ReaderOptions } from './geopackage/reader.ts';
export { checkGeometry, positionsOf } from './geojson-geometry.ts';
export type { GeoJsonGeometry } from './geojson-geometry.ts';
export { toSql } from './expression/to-sql.ts';
export { columnsOf, literalPattern } from './expression/tree.ts';
export type { Expression, Value } from './expression/tree.ts';
export { fromCell } from './geopackage/cells.ts';
export { transformPoints } from './transform-points.ts';
export type { Point } from './transform-points.ts';
export { fitGeometriesToLayer, writeEdited } from './write-edited.ts';
export type { EditedLayer } from './write-edited.ts';
export type {
  OrderedRows,
  RowChange,
  RowOrder,
  RowRangeReply,
  RowPositionsReply,
  StoredRow,
} from './geopackage/row-types.ts';
export { inspectDataset } from './inspect-dataset.ts';
export type { LayerSummary } from './ogrinfo.ts';
export { chooseLayer, requireSpatialReference } from './layer-reference.ts';
export { previewRaster } from './preview-raster.ts';
export type { RasterPreview } from './preview-raster.ts';
export { previewVector } from './preview-vector.ts';
export type { VectorPreviewOptions } from './preview-vector.ts';
export { openRelay } from './remote/relay.ts';
export type { Relay, RemoteObject } from './remote/relay.ts';
export type { SourceFile } from './source.ts';
export type {
  BandInfo,
  FieldInfo,
  FieldType,
  LayerInfo,
  Problem,
  RasterInfo,
  DataProfile,
  TechnicalInfo,
} from './technical.ts';
export type { Findings } from './survey/glance.ts';
export { profileFile } from './survey/survey-file.ts';
export { THUMBNAIL_SIZE, thumbnailFromGeoJson, thumbnailFromImage } from './thumbnail.ts';
export { resolveCrs } from './resolve-crs.ts';
export type { ResolvedCrs } from './resolve-crs.ts';
export { identifyCrs } from './identify-crs.ts';
export { launder } from './postgis/columns.ts';
export { loadIntoPostgis } from './postgis/load-layers.ts';
export { GEOMETRY_COLUMNS } from './postgis/geometry-columns.ts';
export { requirePostgis } from './postgis/schema.ts';
export { findSrid, readReferenceSystems, readSpatialReferences } from './postgis/spatial-references.ts';
export type { SpatialRefSys } from './postgis/spatial-references.ts';
export { readExtentByCopy } from './postgis/extent-by-copy.ts';
export type { Box } from './postgis/extent-by-copy.ts';
export { bboxCorners } from './postgis/bbox-corners.ts';
export type { LoadedTable, LoadOptions } from './postgis/load-layers.ts';
export { readLayerCrs, transformLayer } from './postgis/transform-layer.ts';
export type { LoadMode, TableName } from './postgis/target.ts';
export { makeTiles } from './tiles/make-tiles.ts';
export type { TileRequest, TilesSummary } from './tiles/tile-types.ts';
export { formatRemovedRows, numberRows, parseRemovedRows, removedAfter } from './row-numbers.ts';
export type { RemovedRows } from './row-numbers.ts';
export { makeWorkingCopy } from './working-copy.ts';
export { requireSandbox } from './require-sandbox.ts';
export { findCrossing } from './geometry/crossings.ts';
