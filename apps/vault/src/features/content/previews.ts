import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { DerivedFiles, Storage } from '@cairn/files';
import {
  openGdal,
  previewRaster,
  previewVector,
  thumbnailFromGeoJson,
  thumbnailFromImage,
  typeOf,
} from '@cairn/geo';
import type { RasterPreview } from '@cairn/geo';
import type { Version } from '../versions/types.ts';
import { numberedFileName } from './content-key.ts';
import type { ContentService } from './service.ts';
import { DEFAULT_LIMIT, DEFAULT_WIDTH } from './types.ts';
import { isTable } from './service.ts';
import type { StoredFile, TableContent, VectorView } from './types.ts';

export interface PreviewDeps {
  storage: Storage;
  derived: DerivedFiles;
  contents: ContentService;
  tables: TableContent;
  tableRevisions: { of(version: Version): Promise<string> };
}

export type Previews = ReturnType<typeof createPreviews>;

const THUMBNAIL_LIMIT = 3_000;
const TABLE_THUMBNAIL = /^thumbnail-.*\.webp$/;
/** Previews have one of these widths, so that few of them are stored. */
const WIDTHS = [256, 512, 1_024, 2_048, 4_096];

/** Pictures of rasters, GeoJSON of layers, and thumbnails. All but GeoJSON of a part of a layer are stored as files. */
export function createPreviews({ storage, derived, contents, tables, tableRevisions }: PreviewDeps) {
  async function readGeoJson(file: StoredFile, view: VectorView, signal?: AbortSignal): Promise<string> {
    if (isTable(file)) return tables.preview(file, view, signal);
    const gdal = await openGdal('page');
    const { info } = await contents.facts(file);
    const options = { ...view, layers: info.layers ?? [], ...(signal ? { signal } : {}) };
    return contents.withFile(
      file,
      (source) => storage.inScratch((cwd) => previewVector(gdal, { ...source, ...options, cwd })),
      signal,
    );
  }

  /** Path of the GeoJSON of a layer with the default limit. */
  async function layerFile(file: StoredFile, view: Pick<VectorView, 'layer' | 'width'>): Promise<string> {
    const { info } = await contents.facts(file);
    const position =
      view.layer === undefined ? 0 : (info.layers ?? []).findIndex(({ name }) => name === view.layer);
    // Throws the error for an unknown layer.
    if (position < 0) await readGeoJson(file, { ...view, limit: 1 });
    const name = numberedFileName(file, `layer-${position}-${view.width}.geojson`);
    return derived.ensure(file.sha256, name, async (target) =>
      writeFile(target, await readGeoJson(file, { ...view, limit: DEFAULT_LIMIT })),
    );
  }

  async function picture(file: StoredFile, requestedWidth: number): Promise<RasterPreview> {
    const width = roundWidth(requestedWidth);
    const path = await derived.ensure(file.sha256, `picture-${width}`, async (target) => {
      const gdal = await openGdal('page');
      const preview = await contents.withFile(file, (source) =>
        storage.inScratch((cwd) => previewRaster(gdal, { ...source, width, cwd })),
      );
      await writeFile(target, encodePicture(preview));
    });
    return decodePicture(await readFile(path));
  }

  async function thumbnailsOf({ sha256 }: StoredFile) {
    const files = await derived.list(sha256);
    return files
      .filter(({ name }) => TABLE_THUMBNAIL.test(name))
      .sort((a, b) => b.usedAt - a.usedAt)
      .map(({ name }) => name);
  }

  /** Name of a version's thumbnail. A table gets another one when its rows change; without an answer of its database the last. */
  async function thumbnailName(version: Version): Promise<string> {
    if (!isTable(version)) return 'thumbnail.webp';
    const revision = await tableRevisions.of(version).catch(() => null);
    if (revision !== null) return `thumbnail-${revision}.webp`;
    return (await thumbnailsOf(version))[0] ?? 'thumbnail-first.webp';
  }

  async function removeEarlierThumbnails(version: Version, name: string): Promise<void> {
    for (const each of await thumbnailsOf(version))
      if (each !== name) await derived.remove(version.sha256, each);
  }

  return {
    picture,

    /** GeoJSON of a part of a layer; it is not stored. */
    readGeoJson,

    /** Whether layerFile stores a view. Tables change, so their views are not stored. */
    isStored: (file: StoredFile, view: VectorView): boolean =>
      !isTable(file) && view.bbox === undefined && view.limit === DEFAULT_LIMIT,

    /** Path of the GeoJSON of a layer, compressed on request. */
    async layerFile(file: StoredFile, view: VectorView, { gzip }: { gzip: boolean }): Promise<string> {
      const stored = {
        width: roundWidth(view.width),
        ...(view.layer === undefined ? {} : { layer: view.layer }),
      };
      const path = await layerFile(file, stored);
      if (!gzip) return path;
      return derived.ensure(file.sha256, `${basename(path)}.gz`, (target) =>
        pipeline(createReadStream(path), createGzip({ level: 6 }), createWriteStream(target)),
      );
    },

    /** Creates the preview that the page of a dataset requests first. */
    async warm(file: StoredFile): Promise<void> {
      if (typeOf(file.format) === 'raster') await picture(file, DEFAULT_WIDTH);
      else await layerFile(file, { width: DEFAULT_WIDTH });
    },

    thumbnailName,

    /** Path of a WebP image with this name; that of a table replaces the earlier ones. */
    async thumbnail(version: Version, name?: string): Promise<string> {
      const chosen = name ?? (await thumbnailName(version));
      let isNew = false;
      const path = await derived.ensure(version.sha256, chosen, async (target) => {
        const image =
          typeOf(version.format) === 'raster'
            ? await thumbnailFromImage((await picture(version, 1_024)).data)
            : await thumbnailFromGeoJson(await readGeoJson(version, { limit: THUMBNAIL_LIMIT, width: 512 }));
        await writeFile(target, image);
        isNew = true;
      });
      if (isNew && isTable(version)) await removeEarlierThumbnails(version, chosen);
      return path;
    },
  };
}

function roundWidth(width: number): number {
  return WIDTHS.find((each) => each >= width) ?? 4_096;
}

/** One file for the picture and its metadata, so that both appear together: a line of JSON, then the bytes. */
function encodePicture({ data, type, bounds }: RasterPreview): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ type, bounds })}\n`), data]);
}

function decodePicture(content: Buffer): RasterPreview {
  const end = content.indexOf(10);
  const metadata = JSON.parse(content.toString('utf8', 0, end)) as Pick<RasterPreview, 'type' | 'bounds'>;
  return { ...metadata, data: content.subarray(end + 1) };
}
