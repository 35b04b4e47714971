import type { Extent, Format, LayerInfo, SourceFile, TechnicalInfo, TilesSummary } from '@cairn/geo';
import type { Version } from '../versions/types.ts';

/** Kind of the job that inspects a new version; its idempotency key is the version's id. */
export const INSPECT_JOB = 'version.inspect';
/** Kind of the job that writes the tile file of a layer. */
export const TILES_JOB = 'version.tiles';

/** The limits of the contract for /preview. */
export const DEFAULT_LIMIT = 5_000;
export const DEFAULT_WIDTH = 2_048;

/** The data of a version. */
export interface StoredFile {
  datasetId: number;
  sha256: string;
  /** In bytes. */
  size: number;
  /** Hash of the row numbers that were removed; null when no row was. */
  removedRowsHash: string | null;
  format: Format;
  /** Null for data that is stored elsewhere. */
  objectKey: string | null;
  datasourceType: 'file' | 'remote' | 'spatialdb';
  /** Location of data that is stored elsewhere. */
  source: Record<string, unknown>;
}

/** A file in a format that previews and tiles can read. */
export interface ReadableFile extends SourceFile {
  format: 'GPKG' | 'GTiff';
}

export interface VectorView {
  layer?: string;
  bbox?: Extent;
  limit: number;
  width: number;
}

/** Reads files in object stores. */
export interface RemoteFiles {
  reading<T>(file: StoredFile, work: (source: ReadableFile) => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** A layer, and the share of its features in the tiles of each zoom level. */
export interface TiledLayer {
  layer: LayerInfo;
  sampled: TilesSummary['sampled'];
}

export interface TileQuery {
  z: number;
  x: number;
  y: number;
  layer?: string;
  fields: string[];
}

/** Tiles of tables of databases. They may be some seconds old. */
export interface TableTiles {
  /** The columns of the table as they are now; its number of rows is an estimate. */
  layer(version: Version, name: string | undefined, signal: AbortSignal): Promise<LayerInfo>;
  /** For tiles with these fields. */
  describe(version: Version, name: string | undefined, fields: string[]): Promise<TiledLayer>;
  /** A Mapbox Vector Tile, empty without features. */
  tile(version: Version, query: TileQuery, signal: AbortSignal): Promise<Uint8Array>;
}

/** Keeps copies of objects in stores. */
export interface LocalCopies {
  /** Path of the copy; null without one. */
  find(file: StoredFile, signal?: AbortSignal): Promise<string | null>;
  /** The same, fetched when it is missing. */
  ensure(
    file: StoredFile,
    options: { signal?: AbortSignal; progress?(percent: number, stage: string): void },
  ): Promise<string>;
}

/** Reads tables of databases. */
export interface TableContent {
  facts(file: StoredFile, signal?: AbortSignal): Promise<TechnicalInfo>;
  preview(file: StoredFile, view: VectorView, signal?: AbortSignal): Promise<string>;
}
