import { createHash } from 'node:crypto';
import { unprocessable } from '@cairn/service';
import type { FilledChart, FilledElement, FilledImage, FilledMap } from '../fill/types.ts';

/** Elements that documents show as a picture. */
export type PictureElement = FilledImage | FilledChart | FilledMap;

export interface Picture {
  bytes: Uint8Array;
  mime: 'image/png' | 'image/jpeg';
  /** The same for the same bytes; the name of a file. */
  name: string;
}

/** Pictures of one document together: bytes. They wait in memory until the text before them has been written. */
const MAX_BYTES = 64 * 1024 * 1024;

export function isPicture(element: FilledElement): element is PictureElement {
  return element.kind === 'image' || element.kind === 'chart' || element.kind === 'map';
}

/** The picture of an image, a chart or a map; null where it has no data. */
export function pictureOf(element: PictureElement): Picture | null {
  if (element.kind !== 'image') return null;
  return picture(element.bytes, element.mime);
}

/** Pictures of a document, each kept once however often it is shown. */
export interface PictureStore {
  /** @throws AppError 422 when they need more than 64 MiB together. */
  add(picture: Picture): void;
  readonly all: ReadonlyMap<string, Picture>;
}

export function createPictureStore(): PictureStore {
  const all = new Map<string, Picture>();
  let bytes = 0;
  return {
    all,
    add: (picture) => {
      if (all.has(picture.name)) return;
      all.set(picture.name, picture);
      bytes += picture.bytes.length;
      if (bytes > MAX_BYTES)
        throw unprocessable(
          'report-server.too_many_pictures',
          'The pictures of this report need more than 64 MiB; choose PDF or HTML, or filter the report.',
        );
    },
  };
}

const names = new WeakMap<Uint8Array, string>();

function picture(bytes: Uint8Array, mime: Picture['mime']): Picture {
  let name = names.get(bytes);
  if (!name) {
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 24);
    name = `${hash}.${mime === 'image/png' ? 'png' : 'jpeg'}`;
    names.set(bytes, name);
  }
  return { bytes, mime, name };
}
