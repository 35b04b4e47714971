import type { Metadata } from 'sharp';

const READABLE = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/gif',
  'image/tiff',
  'image/avif',
]);
/** Cameras of phones have up to 50 million; a JPEG is reduced while it is decoded. */
const MAX_PIXELS = 60_000_000;
/** Of images that are decoded as a whole, which takes up to ten bytes a pixel. */
const MAX_WHOLE_PIXELS = 16_000_000;
const EDGE = 320;

let lastDecoding: Promise<unknown> = Promise.resolve();

/** Makes a WebP of at most 320 pixels a side. False when the file is not an image that can be decoded. One at a time. */
export function writeThumbnail(source: string, target: string): Promise<boolean> {
  const decoded = lastDecoding.then(() => decode(source, target));
  lastDecoding = decoded.catch(() => undefined);
  return decoded;
}

async function decode(source: string, target: string): Promise<boolean> {
  const [{ fileTypeFromFile }, { default: sharp }] = await Promise.all([
    import('file-type'),
    import('sharp'),
  ]);
  // By its first bytes: decoding a file of another kind may take minutes and gigabytes.
  const type = await fileTypeFromFile(source);
  if (!type || !READABLE.has(type.mime)) return false;
  const found = await sharp(source)
    .metadata()
    .catch(() => null);
  if (!found) return false;
  const limitInputPixels = isDecodedWhole(found) ? MAX_WHOLE_PIXELS : MAX_PIXELS;
  return sharp(source, { limitInputPixels, failOn: 'error', sequentialRead: true })
    .rotate()
    .resize({ width: EDGE, height: EDGE, fit: 'inside', withoutEnlargement: true })
    .webp()
    .toFile(target)
    .then(
      () => true,
      () => false,
    );
}

/** Whether an image cannot be reduced while its rows are read: progressive, interlaced or turned, or not of a format with rows in order. */
function isDecodedWhole({ format, isProgressive = false, orientation = 1 }: Metadata): boolean {
  return isProgressive || (format !== 'jpeg' && (format !== 'png' || orientation !== 1));
}
