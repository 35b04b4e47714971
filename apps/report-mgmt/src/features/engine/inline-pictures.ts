import type { EnginePicture, PictureAddress } from './types.ts';

const MAX_PICTURES = 200;
const MAX_PICTURE_BYTES = 5 * 1024 ** 2;
const MAX_TOTAL_BYTES = 50 * 1024 ** 2;
/** Shown for what is missing or too large: one transparent dot. */
const NO_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** Pictures as data URIs, for HTML that is read where the engine's session is not known. */
export function createPictureInliner(
  fetchPicture: (picture: PictureAddress) => Promise<EnginePicture>,
  signal: AbortSignal,
): (picture: PictureAddress) => Promise<string> {
  const pictures = new Map<string, Promise<string>>();
  let left = MAX_TOTAL_BYTES;

  async function inline(picture: PictureAddress): Promise<string> {
    try {
      const { mime, body } = await fetchPicture(picture);
      const bytes = await readUpTo(body, Math.min(MAX_PICTURE_BYTES, left));
      if (!bytes) return NO_PICTURE;
      left -= bytes.length;
      return `data:${mime};base64,${bytes.toString('base64')}`;
    } catch (error) {
      if (signal.aborted) throw error;
      return NO_PICTURE;
    }
  }

  return async (picture) => {
    const known = pictures.get(picture.image);
    if (known) return known;
    if (pictures.size >= MAX_PICTURES) return NO_PICTURE;
    const address = inline(picture);
    pictures.set(picture.image, address);
    return address;
  };
}

async function readUpTo(body: EnginePicture['body'], maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop destroys the body.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
