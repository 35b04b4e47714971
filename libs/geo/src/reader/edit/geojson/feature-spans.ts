import { eachPiece } from './file-bytes.ts';
import type { Span } from './file-bytes.ts';

export interface DocumentSpans {
  /** Values of the outermost object by name. */
  members: Map<string, Span>;
  /** Objects in the array `features`; null without that array. */
  features: Span[] | null;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = new Set([0x7b, 0x5b]);
const CLOSE = new Set([0x7d, 0x5d]);

/**
 * The positions of the parts of a GeoJSON file, found in one pass; only positions are kept in memory. The file was scanned before, so
 * its brackets match.
 */
export function findSpans(file: number): DocumentSpans {
  const members: DocumentSpans['members'] = new Map();
  let features: Span[] | null = null;
  let depth = 0;
  let inString = false;
  let escaped = false;
  let expectsKey = false;
  let word: number[] | null = null;
  let key = '';
  let valueStart = -1;
  let lastInk = -1;
  let featureStart = -1;

  const inFeatures = () => depth === 2 && key === 'features' && features !== null;
  function begin(byte: number, offset: number): void {
    if (depth === 1 && !expectsKey && valueStart < 0) valueStart = offset;
    if (inFeatures() && byte === 0x7b) featureStart = offset;
    depth += 1;
    if (depth === 1) expectsKey = true;
    if (depth === 2 && byte === 0x5b && key === 'features') features = [];
  }
  function endMember(end: number): void {
    if (valueStart >= 0) members.set(key, { start: valueStart, end });
    valueStart = -1;
    expectsKey = true;
  }
  function ended(offset: number): void {
    if (depth === 1) endMember(lastInk + 1);
    depth -= 1;
    if (inFeatures() && featureStart >= 0) {
      features?.push({ start: featureStart, end: offset + 1 });
      featureStart = -1;
    }
  }
  function see(byte: number, offset: number): void {
    if (inString) {
      if (escaped) escaped = false;
      else if (byte === BACKSLASH) escaped = true;
      else if (byte === QUOTE) {
        inString = false;
        if (word) key = JSON.parse(`"${Buffer.from(word).toString('utf8')}"`) as string;
        if (word) expectsKey = false;
        word = null;
        lastInk = offset;
        return;
      }
      word?.push(byte);
      return;
    }
    if (byte <= 0x20) return;
    if (byte === QUOTE) {
      inString = true;
      if (depth === 1 && expectsKey) word = [];
      else if (depth === 1 && valueStart < 0) valueStart = offset;
    } else if (OPEN.has(byte)) begin(byte, offset);
    else if (CLOSE.has(byte)) ended(offset);
    else if (depth === 1 && byte === 0x2c) endMember(lastInk + 1);
    else if (depth === 1 && byte !== 0x3a && valueStart < 0) valueStart = offset;
    lastInk = offset;
  }

  eachPiece(file, (piece, at) => {
    for (let i = 0; i < piece.length; i += 1) see(piece[i] as number, at + i);
  });
  return { members, features };
}
