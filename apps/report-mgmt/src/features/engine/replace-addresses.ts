import { pipeline, Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import type { PictureAddress } from './types.ts';

/** An address is at most this long; longer words, such as data URIs, pass unread. */
const MAX_ADDRESS = 4_096;
const NAME = Buffer.from('report_image');
/** A picture's name in an address of ours: never a path. */
export const PICTURE_NAME = /^(?!\.+$)[\w.-]{1,200}$/;

/** Bytes that end a word. UTF-8 uses none of them inside a character. */
const isDelimiter = tableOf(' \t\r\n\f"\'()<>');
/** An address in an attribute or in `url(…)` is a word between two of these. */
const mayPrecede = tableOf('"\'(');
const mayFollow = tableOf('"\')');

export interface ReplaceOptions {
  /** The engine's report operation, beside which its pictures are. */
  url: string;
  toAddress(picture: PictureAddress): Promise<string>;
}

/**
 * HTML whose addresses of the engine's pictures are replaced while it streams, wherever it is cut into chunks. An address is
 * `report_image?image=…&uuid=…`, relative or with the path or the origin of the engine. Addresses of other servers stay.
 */
export function replaceAddresses(html: Readable, options: ReplaceOptions): Readable {
  const replaceWord = createReplacer(options);
  /** A word whose end has not come. */
  let rest: Buffer = Buffer.alloc(0);
  let before = -1;
  let isLongWord = false;

  async function replaceChunk(chunk: Buffer, out: Transform): Promise<void> {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const start = isLongWord ? endOfWord(bytes, 0) : 0;
    if (start > 0) out.push(bytes.subarray(0, start));
    isLongWord = isLongWord && start === bytes.length;
    if (isLongWord) return;
    const end = startOfWord(bytes, bytes.length);
    if (end > start) {
      for await (const piece of replaceWords(bytes.subarray(start, end), before, replaceWord))
        out.push(piece);
      before = bytes[end - 1]!;
    }
    rest = bytes.subarray(end);
    if (rest.length <= MAX_ADDRESS) return;
    out.push(rest);
    rest = Buffer.alloc(0);
    isLongWord = true;
  }

  const replaced = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      replaceChunk(chunk, this).then(() => done(), done);
    },
    flush(done) {
      done(null, rest);
    },
  });
  // Failures reach the reader through the stream that is returned.
  pipeline(html, replaced, () => undefined);
  return replaced;
}

/** `bytes` end with a delimiter; `before` is the byte in front of them. */
async function* replaceWords(
  bytes: Buffer,
  before: number,
  replaceWord: (word: string) => Promise<string | null>,
): AsyncGenerator<Buffer> {
  let sent = 0;
  for (let at = bytes.indexOf(NAME); at >= 0;) {
    const start = startOfWord(bytes, at);
    const end = endOfWord(bytes, at);
    const previous = start > 0 ? bytes[start - 1]! : before;
    const isQuoted = mayPrecede[previous] === 1 && mayFollow[bytes[end]!] === 1;
    const replacement =
      isQuoted && end - start <= MAX_ADDRESS ? await replaceWord(bytes.toString('latin1', start, end)) : null;
    if (replacement !== null) {
      if (start > sent) yield bytes.subarray(sent, start);
      yield Buffer.from(replacement);
      sent = end;
    }
    at = bytes.indexOf(NAME, end);
  }
  if (sent < bytes.length) yield bytes.subarray(sent);
}

/** Turns a word into another if it is an address of a picture; else null. */
function createReplacer({ url, toAddress }: ReplaceOptions): (word: string) => Promise<string | null> {
  const { origin, pathname } = new URL('report_image', url);
  return async (word) => {
    const isEscaped = word.includes('&amp;');
    const text = isEscaped ? word.replaceAll('&amp;', '&') : word;
    if (!URL.canParse(text, url)) return null;
    const address = new URL(text, url);
    // Without cookies, Java servers write the session into the path.
    if (address.origin !== origin || address.pathname.split(';', 1)[0] !== pathname) return null;
    const image = address.searchParams.get('image');
    if (!image || !PICTURE_NAME.test(image)) return null;
    const replacement = await toAddress({ image, uuid: address.searchParams.get('uuid') });
    return isEscaped ? replacement.replaceAll('&', '&amp;') : replacement;
  };
}

function tableOf(signs: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const sign of Buffer.from(signs)) table[sign] = 1;
  return table;
}

function startOfWord(bytes: Buffer, from: number): number {
  let at = from;
  while (at > 0 && isDelimiter[bytes[at - 1]!] === 0) at -= 1;
  return at;
}

function endOfWord(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && isDelimiter[bytes[at]!] === 0) at += 1;
  return at;
}
