import { readFile, writeFile } from 'node:fs/promises';
import type { DerivedFiles, Storage } from '@cairn/files';
import {
  inspectDataset,
  makeWorkingCopy,
  openGdal,
  previewRaster,
  previewVector,
  thumbnailFromGeoJson,
  thumbnailFromImage,
  typeOf,
} from '@cairn/geo';
import type { Extent, Format, SourceFile } from '@cairn/geo';
import { unavailable, unprocessable } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { RemoteReader } from '../imports/remote/reader.ts';
import type { TableContent } from '../rows/tables/table-content.ts';
import { layerOfKey } from '../versions/row-numbers.ts';
import { findRemovedRows } from '../versions/row-numbers-repo.ts';
import { numberedFileName } from './content-key.ts';
import { compress, pictureFromFile, pictureToFile } from './formats.ts';
import type { Picture } from './formats.ts';
import { findFacts, saveFacts } from './repo.ts';
import type { FileFacts } from './repo.ts';
import { createSingleFlight } from './single-flight.ts';

/** The stored bytes of a version. */
export interface StoredFile {
  sha256: string;
  /** Of the numbers that no row has any more; null when there are none. */
  removedRowsHash: string | null;
  format: Format;
  /** Null when the bytes do not lie here. */
  objectKey: string | null;
  datasourceType: 'file' | 'remote' | 'spatialdb';
  /** Where they lie otherwise. */
  source: Record<string, unknown>;
}

export interface VectorView {
  layer?: string;
  bbox?: Extent;
  limit: number;
  width: number;
}

export type ContentService = ReturnType<typeof createContentService>;

/** What the contract says of /preview. */
export const DEFAULT_LIMIT = 5_000;
export const DEFAULT_WIDTH = 2_048;
const THUMBNAIL_LIMIT = 3_000;
/** Views are drawn for one of these widths, so that few pictures of a file have to be kept. */
const WIDTHS = [256, 512, 1_024, 2_048, 4_096];

/**
 * What is inside a version's file: facts, pictures and GeoJSON. Everything is derived from the bytes and the numbers of the
 * rows, and kept, so that it is made once for all versions that share them; asking twice at the same time is one run.
 */
export function createContentService({
  db,
  storage,
  derived,
  remote,
  tables,
}: {
  db: Db;
  storage: Storage;
  derived: DerivedFiles;
  remote: RemoteReader;
  tables: TableContent;
}) {
  const singly = createSingleFlight<FileFacts>();

  /** A file that our readers take: the object itself, or for other vector formats the working copy. */
  async function readable(file: StoredFile): Promise<{ path: string; format: 'GPKG' | 'GTiff' }> {
    const { objectKey } = file;
    if (objectKey === null) {
      throw unprocessable(
        'vault.not_here',
        'The data of this version lie elsewhere, so that they can be looked at but not worked on; import them first (for an object of a store, with mode "import").',
      );
    }
    const path = storage.path(objectKey);
    if ((await storage.size(objectKey)) === null) {
      throw unavailable(
        'vault.file_missing',
        'The file of this version is not on this server; ask the operator.',
      );
    }
    if (file.format === 'GPKG' || file.format === 'GTiff') return { path, format: file.format };
    const copy = await derived.ensure(file.sha256, numberedFileName(file, 'working.gpkg'), async (target) => {
      const gdal = await openGdal('page');
      const removedRows = [...(await findRemovedRows(db, file))].map(([key, removed]) => ({
        layer: layerOfKey(key),
        removed,
      }));
      const source = { path, format: file.format };
      await storage.inScratch((cwd) => makeWorkingCopy(gdal, source, { cwd, target, removedRows }));
    });
    return { path: copy, format: 'GPKG' };
  }

  /** Runs `work` on what our readers take, be it here or an object in a store elsewhere. */
  async function reading<T>(
    file: StoredFile,
    work: (source: SourceFile & { format: 'GPKG' | 'GTiff' }) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    return file.datasourceType === 'remote' ? remote.reading(file, work, signal) : work(await readable(file));
  }

  async function facts(file: StoredFile, signal?: AbortSignal): Promise<FileFacts> {
    if (isTable(file)) return { info: await tables.facts(file, signal), extractedAt: new Date() };
    const known = await findFacts(db, file.sha256);
    if (known) return known;
    return singly(file.sha256, async () => {
      const gdal = await openGdal('page');
      const info = await reading(file, (source) =>
        storage.inScratch((cwd) => inspectDataset(gdal, source, { cwd })),
      );
      await saveFacts(db, file, info);
      return (await findFacts(db, file.sha256)) ?? { info, extractedAt: new Date() };
    });
  }

  async function drawVector(file: StoredFile, view: VectorView, signal?: AbortSignal): Promise<string> {
    if (isTable(file)) return tables.preview(file, view, signal);
    const gdal = await openGdal('page');
    const { info } = await facts(file);
    const options = { ...view, layers: info.layers ?? [], ...(signal ? { signal } : {}) };
    return reading(
      file,
      (source) => storage.inScratch((cwd) => previewVector(gdal, { ...source, ...options, cwd })),
      signal,
    );
  }

  /** The path of a GeoJSON file that is kept: the whole layer, with the default limit. */
  async function keptGeoJson(file: StoredFile, view: Pick<VectorView, 'layer' | 'width'>): Promise<string> {
    const { info } = await facts(file);
    const position =
      view.layer === undefined ? 0 : (info.layers ?? []).findIndex(({ name }) => name === view.layer);
    // An unknown layer is refused by the drawing itself.
    if (position < 0) await drawVector(file, { ...view, limit: 1 });
    const name = numberedFileName(file, `layer-${position}-${view.width}.geojson`);
    return derived.ensure(file.sha256, name, async (target) =>
      writeFile(target, await drawVector(file, { ...view, limit: DEFAULT_LIMIT })),
    );
  }

  async function picture(file: StoredFile, width: number): Promise<Picture> {
    const path = await derived.ensure(file.sha256, `picture-${widthFor(width)}`, async (target) => {
      const gdal = await openGdal('page');
      const drawn = await reading(file, (source) =>
        storage.inScratch((cwd) => previewRaster(gdal, { ...source, width: widthFor(width), cwd })),
      );
      await writeFile(target, pictureToFile(drawn));
    });
    return pictureFromFile(await readFile(path));
  }

  return {
    facts,
    picture,
    readable,

    /** Whether a view is one of the few that are kept; what a table holds changes all the time. */
    isKept: (file: StoredFile, view: VectorView): boolean =>
      !isTable(file) && view.bbox === undefined && view.limit === DEFAULT_LIMIT,

    /** GeoJSON of a layer that is kept on the disk, compressed when the client takes that. */
    async wholeLayer(
      file: StoredFile,
      view: VectorView,
      { gzip }: { gzip: boolean },
    ): Promise<{ path: string; gzip: boolean }> {
      const kept = {
        width: widthFor(view.width),
        ...(view.layer === undefined ? {} : { layer: view.layer }),
      };
      const path = await keptGeoJson(file, kept);
      if (!gzip) return { path, gzip };
      const name = `${path.slice(path.lastIndexOf('/') + 1)}.gz`;
      return { path: await derived.ensure(file.sha256, name, (target) => compress(path, target)), gzip };
    },

    /** Draws what a dataset's page asks for first. */
    async warm(file: StoredFile): Promise<void> {
      if (typeOf(file.format) === 'raster') await picture(file, DEFAULT_WIDTH);
      else await keptGeoJson(file, { width: DEFAULT_WIDTH });
    },

    /** GeoJSON of a part of a layer, made for this request alone. */
    view: drawVector,

    /** Path of a WebP. */
    thumbnail(file: StoredFile): Promise<string> {
      return derived.ensure(file.sha256, 'thumbnail.webp', async (target) => {
        const image =
          typeOf(file.format) === 'raster'
            ? await thumbnailFromImage((await picture(file, 1_024)).data)
            : await thumbnailFromGeoJson(await drawVector(file, { limit: THUMBNAIL_LIMIT, width: 512 }));
        await writeFile(target, image);
      });
    },
  };
}

export function widthFor(width: number): number {
  return WIDTHS.find((candidate) => candidate >= width) ?? 4_096;
}

function isTable({ datasourceType }: StoredFile): boolean {
  return datasourceType === 'spatialdb';
}
