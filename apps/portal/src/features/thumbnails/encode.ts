import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { badRequest } from '@cairn/service';

export interface Picture {
  bytes: Buffer;
  extension: 'jpg' | 'png' | 'webp' | 'gif';
}

/** 5000 × 5000: at most 100 MB decoded, and one picture is decoded at a time. */
const MAX_PIXELS = 25_000_000;
/** Cards show much smaller pictures. */
const MAX_EDGE = 1600;

const EXTENSIONS: Record<string, Picture['extension']> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

sharp.cache(false);
sharp.concurrency(1);

let lastEncoding: Promise<unknown> = Promise.resolve();

/**
 * Decodes a picture and encodes it again in the same format, which removes metadata and appended scripts. Only the first
 * frame of an animation is kept.
 * @throws {AppError} bad_request when the bytes are not a JPEG, PNG, WebP or GIF, are damaged, or have too many pixels
 */
export async function encodeThumbnail(upload: Buffer): Promise<Picture> {
  const type = await fileTypeFromBuffer(upload);
  const extension = type && EXTENSIONS[type.mime];
  if (!extension) {
    throw badRequest(
      'portal.no_picture',
      'This file is not a JPEG, PNG, WebP or GIF picture. Convert it to one of these formats.',
    );
  }
  const encoded = lastEncoding.then(() => encode(upload, extension));
  lastEncoding = encoded.catch(() => undefined);
  return { bytes: await encoded, extension };
}

async function encode(upload: Buffer, extension: Picture['extension']): Promise<Buffer> {
  try {
    return await sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
      .rotate()
      .resize({ width: MAX_EDGE, height: MAX_EDGE, fit: 'inside', withoutEnlargement: true })
      .toFormat(extension === 'jpg' ? 'jpeg' : extension)
      .toBuffer();
  } catch (cause) {
    const tooLarge = cause instanceof Error && /pixel limit/i.test(cause.message);
    throw badRequest(
      tooLarge ? 'portal.too_many_pixels' : 'portal.damaged_picture',
      tooLarge
        ? 'The picture has more than 25 million pixels. Reduce its size and upload it again.'
        : 'The picture is damaged. Save it again in an image editor and upload that file.',
    );
  }
}
