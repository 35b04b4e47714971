import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { badRequest } from '@cairn/service';

export interface Picture {
  bytes: Buffer;
  mime: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
}

/** 5000 × 5000: at most 100 MB decoded, and one picture is decoded at a time. */
const MAX_PIXELS = 25_000_000;
const RASTER = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif']);

let lastEncoding: Promise<unknown> = Promise.resolve();

/**
 * Decodes a picture and encodes it again as JPEG or PNG, which all writers of reports understand. That removes metadata and
 * what was appended; an SVG, which could name files, is refused.
 * @throws {AppError} bad_request when the bytes are not a JPEG, PNG, WebP or GIF, are damaged, or have too many pixels
 */
export function encodePicture(upload: Buffer): Promise<Picture> {
  const encoded = lastEncoding.then(() => encode(upload));
  lastEncoding = encoded.catch(() => undefined);
  return encoded;
}

async function encode(upload: Buffer): Promise<Picture> {
  // Checked by its first bytes: decoding an SVG of one megabyte may take minutes and gigabytes.
  const type = await fileTypeFromBuffer(upload);
  if (!type || !RASTER.has(type.mime)) {
    throw badRequest(
      'report-server.no_picture',
      'This file is not a JPEG, PNG, WebP or GIF picture. Convert it to one of these formats.',
    );
  }
  try {
    const isJpeg = type.mime === 'image/jpeg';
    const picture = sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).rotate();
    const { data, info } = await picture
      .toFormat(isJpeg ? 'jpeg' : 'png')
      .toBuffer({ resolveWithObject: true });
    const mime = isJpeg ? 'image/jpeg' : 'image/png';
    return { bytes: data, mime, width: info.width, height: info.height };
  } catch (cause) {
    const isTooLarge = cause instanceof Error && /pixel limit/i.test(cause.message);
    throw badRequest(
      isTooLarge ? 'report-server.too_many_pixels' : 'report-server.damaged_picture',
      isTooLarge
        ? 'The picture has more than 25 million pixels. Reduce its size and upload it again.'
        : 'The picture is damaged. Save it again in an image editor and upload that file.',
    );
  }
}
