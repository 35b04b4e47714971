import type { FeatureCollection } from 'geojson';
import { createVaultClient, type VaultSchemas } from '@cairn/contracts/client';
import { basePath } from '@cairn/ui';

export const vault = createVaultClient({ baseUrl: basePath() });

export type DatasetSummary = VaultSchemas['DatasetSummary'];
/** What is known of a dataset in lists and on its page alike. */
export type ManagedDataset = Pick<
  DatasetSummary,
  | 'name'
  | 'title'
  | 'permissions'
  | 'archived'
  | 'folder_id'
  | 'version_count'
  | 'file_size'
  | 'file_name'
  | 'datasource_type'
>;
export type DatasetMetadata = VaultSchemas['DatasetMetadata'];
export type DatasetMetadataInput = VaultSchemas['DatasetMetadataInput'];
export type TechnicalMetadata = VaultSchemas['TechnicalMetadata'];
export type Folder = VaultSchemas['Folder'];
export type IngestResult = VaultSchemas['IngestResult'];
export type GeometryProblem = VaultSchemas['GeometryProblem'];
export type QuickImport = VaultSchemas['QuickImport'];
export type QuickImportResult = VaultSchemas['QuickImportResult'];
export type SpatialDbResult = VaultSchemas['SpatialDbResult'];
export type BrowsedService = VaultSchemas['BrowsedService'];
export type FeatureServiceLayer = VaultSchemas['FeatureServiceLayer'];
export type FeatureServiceResult = VaultSchemas['FeatureServiceResult'];
export type S3Import = VaultSchemas['S3Import'];
/** The contract describes GeoJSON loosely; the browser works with its full types. */
export type PreviewCollection = Omit<VaultSchemas['PreviewCollection'], 'type' | 'features' | 'bbox'> &
  FeatureCollection;
export type Job = VaultSchemas['Job'];
export type MapServer = VaultSchemas['MapServer'];
export type MapServerItem = VaultSchemas['MapServerItem'];
export type MapServerPublication = VaultSchemas['MapServerPublication'];
export type MapServerStyle = VaultSchemas['MapServerStyle'];
export type GisProject = VaultSchemas['GisProject'];
export type PreviewConflict = VaultSchemas['PreviewConflict'];
export type CrsChoice = VaultSchemas['CrsChoice'];
export type Version = VaultSchemas['Version'];
export type Layer = VaultSchemas['Layer'];
export type Field = VaultSchemas['Field'];
export type Band = VaultSchemas['Band'];
export type Publication = VaultSchemas['Publication'];
export type PublishCapability = VaultSchemas['PublishCapability'];
export type PublicationToken = VaultSchemas['PublicationToken'];
export type TileJson = VaultSchemas['TileJson'];
export type DatabaseConnection = VaultSchemas['DatabaseConnection'];
export type SpatialTable = VaultSchemas['SpatialTable'];
export type RowPage = VaultSchemas['RowPage'];
export type EditColumn = VaultSchemas['EditColumn'];
export type WorkingEdits = VaultSchemas['WorkingEdits'];
export type DeletedRows = VaultSchemas['DeletedRows'];
export type EditList = VaultSchemas['EditList'];

/** The project that uploads of the pages belong to. */
export const PROJECT_ID = 1;
