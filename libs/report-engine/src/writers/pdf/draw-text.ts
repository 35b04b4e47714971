import { insetsOf, placeLines } from '../../pages/boxes.ts';
import type { PlacedLine } from '../../pages/boxes.ts';
import type { TextItem } from '../../pages/types.ts';
import { kerningOf, simpleTable } from '../../text/simple-text.ts';
import type { ShapedRun, SimpleRun, TextLine } from '../../text/types.ts';
import type { Canvas } from './canvas.ts';
import { num, rgb, utf16Hex } from './operators.ts';

const BLACK = '0 0 0';

/** Draws the lines of a text. The page counts from its top, so that glyphs are turned over by the text matrix. */
export function drawText(canvas: Canvas, item: TextItem, lines: readonly TextLine[] = item.lines): void {
  if (lines.length === 0) return;
  const rotation = item.style.rotation ?? 0;
  if (rotation === 0) {
    drawLines(canvas, item, placeLines({ ...item, lines }));
    return;
  }
  canvas.write(`q ${rotationMatrix(item, rotation)} cm`);
  canvas.reset();
  const isUpright = rotation !== 180;
  const width = isUpright ? item.height : item.width;
  const height = isUpright ? item.width : item.height;
  drawLines(canvas, item, placeLines({ style: item.style, x: 0, y: 0, width, height, lines }));
  canvas.write('Q');
  canvas.reset();
}

/** Turns clockwise into the item's box. */
function rotationMatrix({ x, y, width, height }: TextItem, rotation: 90 | 180 | 270): string {
  if (rotation === 90) return `0 1 -1 0 ${num(x + width)} ${num(y)}`;
  if (rotation === 180) return `-1 0 0 -1 ${num(x + width)} ${num(y + height)}`;
  return `0 -1 1 0 ${num(x)} ${num(y + height)}`;
}

function drawLines(canvas: Canvas, item: TextItem, lines: PlacedLine[]): void {
  const { size } = item.format;
  canvas.fill(rgb(item.style.color) ?? BLACK);
  canvas.write('BT');
  for (const { line, x, baseline, wordSpacing } of lines) {
    let at = x;
    for (const run of line.runs) {
      const position = { x: at, y: baseline };
      if (run.kind === 'simple') drawSimple(canvas, run, { position, size, wordSpacing });
      else drawShaped(canvas, run, { position, size });
      at += run.width;
      if (wordSpacing > 0) at += wordSpacing * (run.text.split(' ').length - 1);
    }
  }
  canvas.write('ET');
  if (item.style.underline || item.style.strikeThrough) drawRules(canvas, item, lines);
}

function drawSimple(
  canvas: Canvas,
  { face, text }: SimpleRun,
  { position, size, wordSpacing }: { position: Point; size: number; wordSpacing: number },
): void {
  const font = canvas.font(face);
  const { slots } = simpleTable(face);
  const space = wordSpacing > 0 ? (-wordSpacing / size) * 1000 : 0;
  let glyphs = '';
  let isPlain = true;
  let previous = -1;
  for (let i = 0; i < text.length; i++) {
    const slot = (slots[text.charCodeAt(i)] ?? 0) - 1;
    if (previous >= 0) {
      let move = kerningOf(face, previous, slot) * -1000;
      if (space !== 0 && text.charCodeAt(i - 1) === 0x20) move += space;
      if (move !== 0) {
        glyphs += `>${num(move)}<`;
        isPlain = false;
      }
    }
    glyphs += font.simpleCode(slot);
    previous = slot;
  }
  const show = isPlain ? `<${glyphs}> Tj` : `[<${glyphs}>] TJ`;
  canvas.write(`/${font.id} ${num(size)} Tf 1 0 0 -1 ${num(position.x)} ${num(position.y)} Tm ${show}`);
}

interface Point {
  x: number;
  y: number;
}

function drawShaped(
  canvas: Canvas,
  run: ShapedRun,
  { position, size }: { position: Point; size: number },
): void {
  const font = canvas.font(run.face);
  const out: string[] = [`/${font.id} ${num(size)} Tf`];
  let { x } = position;
  let shown = '';
  let start = x;
  const show = () => {
    if (shown !== '') out.push(`1 0 0 -1 ${num(start)} ${num(position.y)} Tm [<${shown}>] TJ`);
    shown = '';
  };
  for (const glyph of run.glyphs) {
    const code = font.glyphCode(glyph);
    if (glyph.dx !== 0 || glyph.dy !== 0) {
      show();
      const left = num(x + glyph.dx * size);
      out.push(`1 0 0 -1 ${left} ${num(position.y - glyph.dy * size)} Tm <${code}> Tj`);
    } else {
      if (shown === '') start = x;
      shown += code;
      const move = (glyph.fontAdvance - glyph.advance) * 1000;
      if (Math.abs(move) > 0.5) shown += `>${num(move)}<`;
    }
    x += glyph.advance * size;
  }
  show();
  if (run.reordered) canvas.write(`/Span <</ActualText ${utf16Hex(run.text)}>> BDC`);
  canvas.write(out.join('\n'));
  if (run.reordered) canvas.write('EMC');
}

function drawRules(canvas: Canvas, { style, format, width }: TextItem, lines: PlacedLine[]): void {
  const { size, face } = format;
  const thickness = num(Math.max(0.4, size * 0.05));
  const insets = insetsOf(style);
  for (const { line, x, baseline, wordSpacing } of lines) {
    const length = wordSpacing > 0 ? width - insets.left - insets.right : line.width;
    const rule = (y: number) => canvas.write(`${num(x)} ${num(y)} ${num(length)} ${thickness} re f`);
    if (style.underline) rule(baseline + size * 0.1);
    if (style.strikeThrough) rule(baseline - (face.capHeight * size) / 2.4);
  }
}
