import type { OutboundResponse } from '@cairn/service';

const MAX_PICTURES = 200;
const MAX_PICTURE_BYTES = 5 * 1024 ** 2;
const MAX_TOTAL_BYTES = 50 * 1024 ** 2;
/** Smaller ones become part of the document. */
const INLINE_BYTES = 8 * 1024;
const MIME = /^image\/(?:png|jpeg|gif)\b/;
/** Shown for what is no picture, or too large: one transparent dot. */
const NO_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** An address in an attribute or in `url(…)`, such as `report_image?image=img_0_0_1.png&uuid=…`. */
const PICTURE = /(?<=["'(])[^"'()\s<>]*report_image\?[^"'()\s<>]*(?=["')])/g;
const NAME = /^[\w.-]{1,200}$/;

export interface PictureSource {
  /** The engine's report operation, beside which its pictures are. */
  url: string;
  /** Fetches with the cookie of the run. */
  fetch(address: string, limits: { maxBytes: number }): Promise<OutboundResponse>;
  /** Stores a larger picture and returns its address; null: all are part of the document. */
  storePicture: ((bytes: Uint8Array<ArrayBuffer>, mime: string) => Promise<string>) | null;
}

/** Fetches the pictures of an HTML document and replaces their addresses, which only the engine's session can read. */
export async function replacePictures(html: string, source: PictureSource): Promise<string> {
  const addresses = new Map<string, string>();
  let left = MAX_TOTAL_BYTES;
  for (const [text] of html.matchAll(PICTURE)) {
    const name = nameOf(text, source.url);
    if (!name || addresses.has(name) || addresses.size >= MAX_PICTURES) continue;
    const picture = await fetchPicture(name, source, Math.min(MAX_PICTURE_BYTES, left));
    left -= picture?.bytes.length ?? 0;
    addresses.set(name, picture ? await place(picture, source) : NO_PICTURE);
  }
  return html.replace(PICTURE, (text) => addresses.get(nameOf(text, source.url) ?? '') ?? NO_PICTURE);
}

/** The name alone is taken over, so that a document cannot have another address called. */
function nameOf(text: string, url: string): string | null {
  const plain = text.replaceAll('&amp;', '&');
  if (!URL.canParse(plain, url)) return null;
  const name = new URL(plain, url).searchParams.get('image');
  return name && NAME.test(name) ? name : null;
}

interface FetchedPicture {
  bytes: Uint8Array<ArrayBuffer>;
  mime: string;
}

async function fetchPicture(
  name: string,
  { url, fetch }: PictureSource,
  maxBytes: number,
): Promise<FetchedPicture | null> {
  const address = new URL('report_image', url);
  address.searchParams.set('image', name);
  const { status, headers, body } = await fetch(address.href, { maxBytes });
  const [mime] = MIME.exec(headers['content-type'] ?? '') ?? [];
  if (status !== 200 || !mime || Number(headers['content-length'] ?? 0) > maxBytes) {
    body.destroy();
    return null;
  }
  return { bytes: new Uint8Array(Buffer.concat(await body.toArray())), mime };
}

async function place({ bytes, mime }: FetchedPicture, { storePicture }: PictureSource): Promise<string> {
  if (storePicture && bytes.length >= INLINE_BYTES) return storePicture(bytes, mime);
  return `data:${mime};base64,${Buffer.from(bytes).toString('base64')}`;
}
