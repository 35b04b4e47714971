import { createHash } from 'node:crypto';
import { unprocessable } from '@cairn/service/errors';
import type { Fill, FilledChart, FilledElement, FilledImage, FilledMap } from '../fill/types.ts';
import type { Pictures } from '../pictures/pictures.ts';

/** Elements that documents show as a picture. */
export type PictureElement = FilledImage | FilledChart | FilledMap;

export interface Picture {
  bytes: Uint8Array;
  mime: 'image/png' | 'image/jpeg';
  /** The same for the same bytes; the name of a file. */
  name: string;
  /** For screen readers. */
  alt: string;
}

/** Pictures of one document together: bytes. They wait in memory until the text before them has been written. */
const MAX_BYTES = 64 * 1024 * 1024;

export function isPicture(element: FilledElement): element is PictureElement {
  return element.kind === 'image' || element.kind === 'chart' || element.kind === 'map';
}

export interface PictureOptions {
  /** Folder of the layers below maps. */
  basemapFolder?: string;
  fontsRoot?: string;
}

/** Pictures of a document, each kept once however often it is shown. */
export interface PictureStore {
  /** The picture of an image, a chart or a map. @throws AppError 422 when all together need more than 64 MiB. */
  add(element: PictureElement): Picture;
  readonly all: ReadonlyMap<string, Picture>;
}

/** @param options.keep False for formats that write each picture where it stands, so that none is kept. */
export async function openPictures(
  fill: Fill,
  options: PictureOptions & { keep?: boolean } = {},
): Promise<PictureStore> {
  const drawing = mayHaveDrawings(fill) ? await openDrawing(fill, options) : null;
  const all = new Map<string, Picture>();
  let bytes = 0;

  function pictureOf(element: PictureElement): Picture {
    if (element.kind === 'image') return picture(element.bytes, element.mime, element.alt ?? '');
    if (!drawing) throw new Error(`The template has no ${element.kind}.`);
    const words = element.kind === 'chart' ? drawing.chartText(element.data) : drawing.mapText(element.data);
    return picture(drawing.png(element), 'image/png', element.alt ?? words);
  }

  return {
    all,
    add: (element) => {
      const found = pictureOf(element);
      if (options.keep === false || all.has(found.name)) return found;
      all.set(found.name, found);
      bytes += found.bytes.length;
      if (bytes > MAX_BYTES)
        throw unprocessable(
          'report-server.too_many_pictures',
          'The pictures of this report need more than 64 MiB; choose PDF or HTML, or filter the report.',
        );
      return found;
    },
  };
}

/** Fonts and drawing libraries take memory that reports of text alone need not have. */
async function openDrawing({ template, settings, warn }: Fill, options: PictureOptions): Promise<Pictures> {
  const { createPictures } = await import('../pictures/pictures.ts');
  const { basemapFolder, fontsRoot } = options;
  return createPictures({
    lang: template.lang ?? settings.locale,
    warn,
    ...(basemapFolder !== undefined && { basemapFolder }),
    ...(fontsRoot !== undefined && { fontsRoot }),
  });
}

function mayHaveDrawings({ template }: Fill): boolean {
  return /"kind":"(chart|map|subreport)"/.test(JSON.stringify([template.bands, template.groups]));
}

const names = new WeakMap<Uint8Array, string>();

function picture(bytes: Uint8Array, mime: Picture['mime'], alt: string): Picture {
  let name = names.get(bytes);
  if (!name) {
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 24);
    name = `${hash}.${mime === 'image/png' ? 'png' : 'jpeg'}`;
    names.set(bytes, name);
  }
  return { bytes, mime, name, alt };
}
