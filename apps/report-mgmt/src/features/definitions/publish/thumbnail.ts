import { badRequest } from '@cairn/service';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';

export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
const MAX_PIXELS = 25_000_000;
const ACCEPTED = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/webp']);
/** Larger ones are reduced: lists show it small. */
const MAX_SIDE = 1_600;

let lastEncoding: Promise<unknown> = Promise.resolve();

/**
 * Decodes a picture and encodes it as PNG, without metadata and without what was appended to it. One at a time: a picture may take
 * 100 MB decoded.
 * @throws {AppError} bad_request for a file that is not a PNG, JPEG or WebP, is damaged or has more than 25 million pixels
 */
export function toThumbnail(upload: Buffer): Promise<Buffer> {
  const encoded = lastEncoding.then(() => encode(upload));
  lastEncoding = encoded.catch(() => undefined);
  return encoded;
}

async function encode(upload: Buffer): Promise<Buffer> {
  // By its first bytes: decoding a file of another kind may take minutes and gigabytes, even for an SVG of one megabyte.
  const type = await fileTypeFromBuffer(upload);
  if (!type || !ACCEPTED.has(type.mime)) {
    throw badRequest(
      'report-mgmt.no_picture',
      'The thumbnail is not a PNG, JPEG or WebP picture. Convert it to one of these formats.',
    );
  }
  const size = { width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true } as const;
  return sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .rotate()
    .resize(size)
    .png()
    .toBuffer()
    .catch((cause: Error) => {
      throw /pixel limit/i.test(cause.message) ? tooManyPixels() : damaged();
    });
}

function tooManyPixels() {
  return badRequest(
    'report-mgmt.too_many_pixels',
    'The thumbnail has more than 25 million pixels. Reduce its size.',
  );
}

function damaged() {
  return badRequest(
    'report-mgmt.damaged_picture',
    'The thumbnail is damaged. Save it again in an image editor and send that file.',
  );
}
