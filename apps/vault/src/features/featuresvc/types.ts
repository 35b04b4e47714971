import type { VaultSchemas } from '@cairn/contracts';
import type { EsriField, EsriGeometryKind } from '@cairn/geo';
import type { Destination } from '../connections/types.ts';

/** How a caller signs in to a service. */
export interface ServiceLogin {
  username?: string;
  password?: string;
  token?: string;
}

/** The address of a service, and of one layer of it where the address names one. */
export interface ServiceAddress {
  /** Without a query, such as https://host/arcgis/rest/services/Roads/FeatureServer. */
  url: URL;
  type: 'FeatureServer' | 'MapServer';
  layerId: number | null;
}

/** A layer or table of a service. */
export interface ServiceLayer {
  id: number;
  name: string;
  /** "Feature Layer", "Table", "Group Layer", … */
  type: string;
  /** Esri's name, such as esriGeometryPolygon; null for a table. */
  geometryType: string | null;
  /** Null for a table, and for geometries that cannot be imported. */
  kind: EsriGeometryKind | null;
  hasZ: boolean;
  hasM: boolean;
  fields: EsriField[];
  objectIdField: string | null;
  /** Object ids are hashes: their order and ranges mean nothing. */
  hasHashedIds: boolean;
  /** The fields that identify a feature where object ids are hashes. */
  uniqueIdFields: string[];
  supportsQuery: boolean;
  supportsPagination: boolean;
  supportsStatistics: boolean;
  supportsPbf: boolean;
  supportsJson: boolean;
  maxRecordCount: number | null;
  /** The numbers of its coordinate system, the newest first. Empty when it only has a text. */
  wkids: number[];
}

export interface FeatureService extends ServiceAddress {
  layers: ServiceLayer[];
}

export interface ServiceImport {
  address: string;
  login: ServiceLogin;
  /** Null: all layers that can be imported. */
  layerIds: number[] | null;
  destination: Destination;
  schema: string;
  /** The beginning of the names of tables and datasets. */
  prefix: string;
  folderId: number | null;
  /** Loads tables and registers no datasets. */
  tablesOnly?: true;
}

export type ImportResult = VaultSchemas['FeatureServiceResult'];
export type LayerResult = ImportResult['layers'][number];
