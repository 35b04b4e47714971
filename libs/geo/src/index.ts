export { checkSource, examineSource } from './source/check-source.ts';
export { assignCrs } from './edit/assign-crs.ts';
export { calculateVector } from './derive/calculate.ts';
export { clipVector } from './derive/clip.ts';
export { dissolveVector } from './derive/dissolve.ts';
export { filterVector } from './derive/filter.ts';
export { previewDerivation } from './derive/preview.ts';
export type { CalculatedPreview, DerivationPreview, PreviewedDerivation } from './derive/preview.ts';
export { buildClipRegion } from './derive/region.ts';
export type { Area, Polygon } from './derive/region.ts';
export type { LayerFrame } from './derive/types.ts';
export { applyTool } from './derive/tools.ts';
export type { Tool } from './derive/tools.ts';
export type { DerivedFile, DeriveOptions } from './derive/types.ts';
export { findEpsg, isInArea, searchEpsg } from './crs/epsg.ts';
export type { EpsgEntry } from './crs/epsg.ts';
export { checkCondition, findField } from './expression/check.ts';
export { closestNames } from './expression/closest-names.ts';
export { parseCondition } from './expression/parse.ts';
export { checkCalculation } from './expression/value-field.ts';
export type { Calculation } from './expression/value-field.ts';
export { assumeCrs, crsArgument, crsFromWkt, WGS84 } from './crs/crs.ts';
export type { Crs, MissingCrs } from './crs/crs.ts';
export { compareVectors, readDifferences } from './diff/diff-vectors.ts';
export type { DifferencePage, DifferenceWithGeometry } from './diff/diff-vectors.ts';
export { clampToWorld, extentsToWgs84, fromWgs84, toWgs84, unionExtents } from './crs/extent.ts';
export type { Extent } from './crs/extent.ts';
export {
  checkFileName,
  detectFormat,
  formatByName,
  formatOfContent,
  HEAD_BYTES,
  typeOf,
} from './source/formats.ts';
export type { DatasetType, Format } from './source/formats.ts';
export { openGdal } from './gdal/gdal.ts';
export type { Gdal } from './gdal/gdal.ts';
export type { FieldValuesReply as FieldValues } from './reader-protocol/row-types.ts';
export type { DiffProblem, DifferenceKind } from './reader-protocol/diff-types.ts';
export { createReader } from './reader-client/reader.ts';
export type { Reader } from './reader-client/reader.ts';
export { checkGeometry, positionsOf } from './geometry/geojson-geometry.ts';
export type { GeoJsonGeometry } from './geometry/geojson-geometry.ts';
export { toSql } from './expression/to-sql.ts';
export { columnsOf, literalPattern } from './expression/tree.ts';
export type { Expression, Value } from './expression/tree.ts';
export { fromCell } from './geopackage/cells.ts';
export { transformPoints } from './crs/transform-points.ts';
export type { Point } from './crs/transform-points.ts';
export { fitGeometriesToLayer, writeEdited } from './edit/write-edited.ts';
export type { EditedLayer } from './edit/write-edited.ts';
export type {
  OrderedRows,
  RowChange,
  RowOrder,
  RowPositionsReply,
  StoredRow,
} from './reader-protocol/row-types.ts';
export { inspectDataset } from './inspect/inspect-dataset.ts';
export type { LayerSummary } from './gdal/ogrinfo.ts';
export { chooseLayer, requireSpatialReference } from './crs/layer-reference.ts';
export { previewRaster } from './preview/preview-raster.ts';
export type { RasterPreview } from './preview/preview-raster.ts';
export { describeDrawing } from './preview/raster-drawing.ts';
export type { RasterDrawing } from './preview/raster-drawing.ts';
export { gdalEnvironment } from './gdal/gdal.ts';
export { previewVector } from './preview/preview-vector.ts';
export { openRelay } from './remote/relay.ts';
export type { Relay, RemoteObject } from './remote/relay.ts';
export type { SourceFile } from './source/source-file.ts';
export type {
  BandInfo,
  FieldInfo,
  FieldType,
  LayerInfo,
  Problem,
  RasterInfo,
  DataProfile,
  TechnicalInfo,
} from './inspect/types.ts';
export type { Findings } from './profile/quick-check.ts';
export { profileFile } from './profile/profile-file.ts';
export { thumbnailFromGeoJson, thumbnailFromImage } from './preview/thumbnail.ts';
export { identifyCrs, resolveCrs } from './crs/resolve-crs.ts';
export type { ResolvedCrs } from './crs/resolve-crs.ts';
export { encodingFor, freeName, launder, sqlType, withinBytes } from './postgis/columns.ts';
export type { Encoding } from './postgis/columns.ts';
export { loadIntoPostgis } from './postgis/load-layers.ts';
export { toLoadError } from './postgis/load-error.ts';
export { GEOMETRY_COLUMNS } from './postgis/geometry-columns.ts';
export { toMercator } from './crs/web-mercator.ts';
export { compileBoxIn, compileVectorTile, TILE_EXTENT, TILE_MARGIN } from './postgis/vector-tile-sql.ts';
export { bboxCorners, requirePostgis } from './postgis/schema.ts';
export { findSrid, readReferenceSystems, readSpatialReferences } from './postgis/spatial-references.ts';
export { readExtentByCopy } from './postgis/extent-by-copy.ts';
export type { Box } from './postgis/extent-by-copy.ts';
export type { LoadedTable, LoadOptions } from './postgis/load-layers.ts';
export { readLayerCrs, transformLayer } from './postgis/transform-layer.ts';
export { checkTableName, RESERVED_SCHEMAS } from './postgis/target.ts';
export type { LoadMode, TableName } from './postgis/target.ts';
export { makeTiles } from './tiles/make-tiles.ts';
export type { TileRequest, TilesSummary } from './reader-protocol/tile-types.ts';
export { formatRemovedRows, numberRows, parseRemovedRows, removedAfter } from './geopackage/row-numbers.ts';
export type { RemovedRows } from './geopackage/row-numbers.ts';
export { makeWorkingCopy } from './source/working-copy.ts';
export { requireSandbox } from './require-sandbox.ts';
export { findCrossing } from './geometry/crossings.ts';
export { writeFeatures } from './export/write-features.ts';
export { writeShapefiles } from './export/write-shapefiles.ts';
export { shapefileNames } from './export/shapefile-names.ts';
export type {
  FeatureColumn,
  FeatureValue,
  WriteFeaturesReply,
  WriteFeaturesRequest,
} from './reader-protocol/feature-types.ts';
export { encodingOfSqlType, sqlTypeOf, tableColumns, widerEncoding } from './feature-service/columns.ts';
export type { EsriColumn, EsriTable } from './feature-service/columns.ts';
export { encodeRows, ValueMismatch } from './feature-service/encode-rows.ts';
export { exceededTransferLimit, readJsonPage } from './feature-service/read-json-page.ts';
export { readPbfPage } from './feature-service/read-pbf-page.ts';
export { EsriFormatError, esriGeometryKind } from './feature-service/types.ts';
export type { EsriField, EsriGeometryKind, EsriPage } from './feature-service/types.ts';
export { columnType, toEwkb } from './feature-service/write-ewkb.ts';
export { boxOfWkb, typeOfWkb } from './geometry/wkb.ts';
export { applyPackageChangesets } from './sync/apply-changesets.ts';
export { comparePackageTable } from './sync/compare-package-table.ts';
export { copyPackageTable } from './sync/copy-package-table.ts';
export { sampleStagedRows } from './sync/sample-staged-rows.ts';
export { readStagedRows } from './sync/staged-rows.ts';
export type { StagedRowsRequest } from './sync/staged-rows.ts';
export { readPackageTables } from './sync/package-tables.ts';
export type {
  ApplyChangesetsReply,
  ApplyChangesetsRequest,
  ChangesetProblem,
  Comparison,
  CompareTableRequest,
  CopyTableReply,
  CopyTableRequest,
  PackageGeometry,
  PackageTable,
  PackageTablesReply,
  StagedOp,
  StagedRow,
  StagedRowSample,
  StagedValues,
  SyncColumn,
  SyncRun,
  ValueMisfit,
} from './sync/types.ts';
