import type { FontFace } from './font-face.ts';
import { hasCharacter } from './character-set.ts';

/**
 * Latin, Greek and Cyrillic text needs no shaping: one glyph a character, pairs kerned. Glyphs, widths and pairs are kept in tables,
 * so that a character costs two reads; shaping each word by fontkit took about 0.4 ms a word.
 */
export interface SimpleTable {
  /** Slot of a character plus 1; 0 is not looked up yet, NOT_SIMPLE needs the long way. */
  slots: Uint16Array;
  glyphs: number[];
  codePoints: number[];
  /** Fractions of the font size. */
  advances: number[];
  /** By first slot: kerning with each second slot, in font units. */
  kerning: (Int16Array | undefined)[];
}

const LIMIT = 0x2300;
const NOT_SIMPLE = 0xffff;
const MAX_SLOTS = 1024;
const UNKNOWN = 0x7fff;

const tables = new WeakMap<FontFace, SimpleTable>();

export function simpleTable(face: FontFace): SimpleTable {
  let table = tables.get(face);
  if (!table) {
    table = {
      slots: new Uint16Array(LIMIT),
      glyphs: [],
      codePoints: [],
      advances: [],
      kerning: [],
    };
    tables.set(face, table);
  }
  return table;
}

/** Whether all characters of a text are simple and in the face. Line feeds are not. */
export function isSimple(face: FontFace, text: string): boolean {
  const { slots } = simpleTable(face);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= LIMIT) return false;
    const slot = slots[code];
    if (slot === NOT_SIMPLE || (slot === 0 && !addCharacter(face, code))) return false;
  }
  return true;
}

/** Width of a part of a simple text as a fraction of the font size. */
export function simpleWidth(face: FontFace, text: string, start = 0, end = text.length): number {
  const { slots, advances } = simpleTable(face);
  let width = 0;
  let previous = -1;
  for (let i = start; i < end; i++) {
    const slot = (slots[text.charCodeAt(i)] ?? 0) - 1;
    if (previous >= 0) width += kerningOf(face, previous, slot);
    width += advances[slot] ?? 0;
    previous = slot;
  }
  return width;
}

/** Kerning of two slots as a fraction of the font size; negative moves them together. */
export function kerningOf(face: FontFace, first: number, second: number): number {
  const table = simpleTable(face);
  let row = table.kerning[first];
  if (!row) {
    row = new Int16Array(MAX_SLOTS).fill(UNKNOWN);
    table.kerning[first] = row;
  }
  let units = row[second] ?? 0;
  if (units === UNKNOWN) {
    units = measurePair(face, table, [first, second]);
    row[second] = units;
  }
  return units === 0 ? 0 : units / face.unitsPerEm;
}

function measurePair(face: FontFace, table: SimpleTable, [first, second]: [number, number]): number {
  const a = table.codePoints[first] ?? 32;
  const b = table.codePoints[second] ?? 32;
  const run = face.font.layout(String.fromCharCode(a, b), { liga: false, clig: false, calt: false });
  if (run.glyphs.length !== 2) return 0;
  return Math.round((run.positions[0]?.xAdvance ?? 0) - (run.glyphs[0]?.advanceWidth ?? 0));
}

function addCharacter(face: FontFace, code: number): boolean {
  const table = simpleTable(face);
  const slot = table.glyphs.length;
  if (slot >= MAX_SLOTS || !isSimpleCharacter(code) || !hasCharacter(face, code)) {
    table.slots[code] = NOT_SIMPLE;
    return false;
  }
  const glyph = face.font.glyphForCodePoint(code);
  table.slots[code] = slot + 1;
  table.glyphs.push(glyph.id);
  table.codePoints.push(code);
  table.advances.push(glyph.advanceWidth / face.unitsPerEm);
  return true;
}

/** Scripts without shaping and from left to right; no combining marks, no invisible characters. */
function isSimpleCharacter(code: number): boolean {
  if (code < 0x20 || (code > 0x7e && code < 0xa0) || code === 0xad) return false;
  if (code <= 0x24f || (code >= 0x2c6 && code <= 0x2dd)) return true;
  if (code >= 0x370 && code <= 0x52f) return !(code >= 0x483 && code <= 0x489);
  if (code >= 0x1e00 && code <= 0x1fff) return true;
  if (code >= 0x2010 && code <= 0x2027) return true;
  return (
    (code >= 0x202f && code <= 0x205f) ||
    (code >= 0x2070 && code <= 0x20bf) ||
    (code >= 0x2100 && code < LIMIT)
  );
}
