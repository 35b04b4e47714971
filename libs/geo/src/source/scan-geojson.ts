import { open } from 'node:fs/promises';
import { unprocessable } from '@cairn/service/errors';
import { createUtf8Check } from './utf8-check.ts';

const ROOT_TYPES = new Set([
  'FeatureCollection',
  'Feature',
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
]);
const PIECE = 256 * 1024;
const MAX_DEPTH = 64;
const MAX_WORD = 512;
/** Distinct names of properties: a table of SQLite has no more columns, and GDAL's time grows with their square. */
const MAX_PROPERTIES = 1_990;
const SAFE_CRS =
  /^(urn:(x-)?ogc:def:crs:[\w.:-]+|[A-Za-z][A-Za-z0-9]*:[A-Za-z0-9.]+|https?:\/\/(www\.)?opengis\.net\/(def\/crs|gml\/srs)\/[\w./#-]+)$/;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SLASH = 0x2f;
const NINE = 0x39;
/** A number of fewer digits is finite when it has no exponent. */
const LONG_NUMBER = 300;
const MAX_NUMBER = 10_000;
/** Bytes that belong to no number or word. */
const ENDS_TOKEN = new Uint8Array(256);
for (const character of '{}[],:"/ \t\n\r') ENDS_TOKEN[character.charCodeAt(0)] = 1;
// A byte order mark, and text that is not JSON, which is refused elsewhere.
ENDS_TOKEN.fill(1, 0x80);

/** One open object or array. */
interface Level {
  kind: 'object' | 'array';
  /** Key whose value is being read. */
  key: string;
  /** Whether it is in a feature's properties, where no key has a meaning. */
  free: boolean;
}

/**
 * Reads a file as JSON with constant memory and refuses anything but plain GeoJSON before GDAL opens it: other JSON, STAC, and
 * coordinate systems by a link or a file, which GDAL would follow.
 * Text that is not UTF-8 and infinite numbers are refused too: GDAL would change them silently. The message names the feature and
 * the byte.
 * @throws {AppError} unprocessable
 */
export async function scanGeoJson(path: string, signal?: AbortSignal): Promise<void> {
  const scanner = createScanner();
  const file = await open(path, 'r');
  try {
    // One buffer for the whole file: a stream would leave a new one behind for each piece.
    const buffer = Buffer.allocUnsafeSlow(PIECE);
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, PIECE, null);
      if (bytesRead === 0) break;
      scanner.feed(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
  scanner.end();
}

function createScanner() {
  const levels: Level[] = [];
  let inString = false;
  let escaped = false;
  /** Bytes of the string being read; null when it does not matter. */
  let word: number[] | null = null;
  let isKey = false;
  let expectsKey = false;
  let rootSeen = false;
  let rootType: string | null = null;
  let crsDepth = 0;
  let crsType: string | null = null;
  const properties = new Set<string>();
  /** Bytes before the piece that is being read, and features that have begun. */
  let before = 0;
  let features = 0;
  /** The number or word being read: its index in the piece (-1: not reading one), its part in earlier pieces, whether it has letters. */
  let tokenAt = -1;
  let tokenBefore = '';
  let hasLetter = false;
  const encoding = createUtf8Check();

  function place(i: number): string {
    const byte = `byte ${(before + i + 1).toLocaleString('en')}`;
    return features > 0 ? `feature ${features.toLocaleString('en')} (${byte})` : byte;
  }

  /** Fast for usual numbers: only those with an exponent and very long ones are parsed. */
  function endToken(chunk: Buffer, end: number): void {
    const from = tokenAt;
    const length = tokenBefore.length + end - from;
    tokenAt = -1;
    const text = hasLetter || length > LONG_NUMBER ? tokenBefore + chunk.toString('latin1', from, end) : '';
    tokenBefore = '';
    hasLetter = false;
    if (text === '' || text === 'null' || text === 'true' || text === 'false') return;
    const shown = text.length > 30 ? `${text.slice(0, 30)}…` : text;
    if (!/^-?\d/.test(text))
      throw refuse(`holds "${shown}" in ${place(from)}, which is not a JSON value; replace it with null`);
    if (!Number.isFinite(Number(text)))
      throw refuse(`holds ${shown} in ${place(from)}, which is not a finite number; correct it`);
  }

  function top(): Level | undefined {
    return levels.at(-1);
  }

  function enter(kind: Level['kind']): void {
    const parent = top();
    if (!parent) {
      if (rootSeen) throw refuse('holds more than one JSON value; send a FeatureCollection');
      rootSeen = true;
      if (kind === 'array') throw refuse('is a JSON array, not GeoJSON');
    }
    if (levels.length >= MAX_DEPTH) throw refuse('is nested too deeply');
    const free =
      parent !== undefined &&
      (parent.free || (parent.kind === 'object' && parent.key === 'properties' && crsDepth === 0));
    if (kind === 'object' && parent?.kind === 'object' && parent.key === 'crs' && !parent.free) {
      crsDepth = levels.length + 1;
      crsType = null;
    }
    if (kind === 'object' && levels.length === 2 && parent?.kind === 'array' && levels[0]?.key === 'features')
      features += 1;
    levels.push({ kind, key: '', free });
    expectsKey = kind === 'object';
  }

  function leave(kind: Level['kind']): void {
    const level = levels.pop();
    if (level?.kind !== kind) throw refuse('is invalid JSON: its brackets do not match');
    if (crsDepth > levels.length) {
      if (crsType !== 'name' && crsType !== 'EPSG')
        throw refuse('gives its coordinate system in a way that is not accepted; name it, such as EPSG:4326');
      crsDepth = 0;
    }
    expectsKey = false;
  }

  function onString(): void {
    if (word === null) return;
    const text = decode(word);
    const level = top();
    if (!level || text === null) return;
    if (isKey) {
      level.key = text;
      if (level.free && levels.at(-2)?.free === false) {
        properties.add(text);
        if (properties.size > MAX_PROPERTIES)
          throw refuse(
            `has more than ${MAX_PROPERTIES} different properties; a table cannot have as many columns`,
          );
      }
      if (!level.free && text === 'stac_version')
        throw refuse('is a STAC document, which only points to data; send the data');
      return;
    }
    if (level.kind !== 'object' || level.free) return;
    if (levels.length === 1 && level.key === 'type') rootType = text;
    if (crsDepth === 0) return;
    if (levels.length === crsDepth && level.key === 'type') {
      crsType = text;
      if (text !== 'name' && text !== 'EPSG')
        throw refuse(
          'gives its coordinate system by a link, which is not followed; name it, such as EPSG:4326',
        );
    } else if (!SAFE_CRS.test(text))
      throw refuse('names a coordinate system that is not known; use one such as EPSG:4326');
  }

  function beginString(): void {
    const level = top();
    if (!level) throw refuse('is not GeoJSON');
    inString = true;
    escaped = false;
    isKey = level.kind === 'object' && expectsKey;
    const matters =
      isKey || (level.kind === 'object' && !level.free && (level.key === 'type' || crsDepth > 0));
    word = matters ? [] : null;
    if (isKey) expectsKey = false;
  }

  function feed(chunk: Buffer): void {
    const malformedAt = encoding.feed(chunk);
    if (malformedAt !== null) {
      // Counts the features before it.
      read(chunk.subarray(0, Math.max(0, malformedAt)));
      throw refuse(`is not UTF-8: ${place(malformedAt)} belongs to no character; save it as UTF-8`);
    }
    read(chunk);
    if (tokenAt >= 0) {
      tokenBefore += chunk.toString('latin1', tokenAt);
      if (tokenBefore.length > MAX_NUMBER)
        throw refuse(`holds a number that is too long in ${place(tokenAt)}`);
      tokenAt = 0;
    }
    before += chunk.length;
  }

  function read(chunk: Buffer): void {
    for (let i = 0; i < chunk.length; i += 1) {
      const byte = chunk[i] as number;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) {
          inString = false;
          onString();
          continue;
        }
        if (word !== null && word.length <= MAX_WORD) word.push(byte);
        continue;
      }
      if (!ENDS_TOKEN[byte]) {
        if (tokenAt < 0) tokenAt = i;
        if (byte > NINE) hasLetter = true;
        continue;
      }
      if (tokenAt >= 0) endToken(chunk, i);
      switch (byte) {
        case QUOTE:
          beginString();
          break;
        case 0x7b:
          enter('object');
          break;
        case 0x5b:
          enter('array');
          break;
        case 0x7d:
          leave('object');
          break;
        case 0x5d:
          leave('array');
          break;
        case 0x2c:
          expectsKey = top()?.kind === 'object';
          break;
        case SLASH:
          throw refuse('is invalid JSON: it contains a comment');
      }
    }
  }

  function end(): void {
    if (!encoding.isComplete()) throw refuse('is not UTF-8: its last character is cut off; save it as UTF-8');
    if (inString || levels.length > 0 || !rootSeen) throw refuse('is incomplete');
    if (rootType === null || !ROOT_TYPES.has(rootType)) {
      throw refuse('is JSON but not GeoJSON: its "type" is not FeatureCollection, Feature or a geometry');
    }
  }
  return { feed, end };
}

/** With its escapes: a key that is written with them has the same meaning. Null when it is too long to matter. */
function decode(bytes: number[]): string | null {
  if (bytes.length > MAX_WORD) return null;
  try {
    return JSON.parse(`"${Buffer.from(bytes).toString('utf8')}"`) as string;
  } catch {
    throw refuse('is invalid JSON');
  }
}

function refuse(what: string): Error {
  return unprocessable('vault.not_geojson', `The file ${what}.`);
}
