import type { FilledBand, FilledElement, FilledText } from '../fill/types.ts';
import type { TextLayout } from '../text/text-layout.ts';
import type { TextLine } from '../text/types.ts';
import { insetsOf, linesHeight } from './boxes.ts';
import { measureTable } from './tables.ts';
import type { Block, MeasuredBand } from './types.ts';

export interface MeasureContext {
  text: TextLayout;
  warn(sentence: string): void;
}

/** Sets the texts of a band and moves what is below a text that grew. */
export function measureBand(band: FilledBand, context: MeasureContext): MeasuredBand {
  const breaks: MeasuredBand['breaks'] = [];
  for (const element of band.elements) {
    if (element.kind === 'break') breaks.push({ y: element.y, what: element.what });
  }
  const { blocks, height } = measureElements(band.elements, band.height, context);
  return {
    kind: band.kind,
    ...(band.group === undefined ? {} : { group: band.group }),
    split: band.split,
    height,
    declared: Math.min(band.height, height),
    blocks,
    breaks: breaks.toSorted((a, b) => a.y - b.y),
  };
}

function measureElements(elements: readonly FilledElement[], declared: number, context: MeasureContext) {
  const blocks: Block[] = [];
  let grown = false;
  let hasBlank = false;
  for (const element of elements) {
    if (element.kind === 'break') continue;
    const block = measureElement(element, context);
    grown ||= block.height > element.height + 0.01;
    hasBlank ||= element.removeWhenBlank === true && isBlank(block);
    blocks.push(block);
  }
  if (grown) moveFloats(blocks);
  const removed = hasBlank ? removeBlankLines(blocks) : 0;
  let height = declared - removed;
  if (grown) {
    for (const block of blocks) {
      const { element } = block;
      if (element.position === 'bottom') continue;
      const below = Math.max(0, declared - element.y - element.height);
      height = Math.max(height, block.y + block.height + below);
    }
  }
  if (height !== declared) followBand(blocks, height - declared);
  return { blocks, height };
}

function measureElement(element: Exclude<FilledElement, { kind: 'break' }>, context: MeasureContext): Block {
  const { x, y, width, height } = element;
  const base = { element, x, y, width, height };
  switch (element.kind) {
    case 'text':
      return measureText(element, context);
    case 'frame': {
      const inner = measureElements(element.elements, element.height, context);
      return { ...base, kind: 'frame', height: inner.height, children: inner.blocks };
    }
    case 'table': {
      const rows = measureTable(element, context.text);
      const total = rows.reduce((sum, row) => sum + row.height, 0);
      return { ...base, kind: 'table', height: Math.max(height, total), rows };
    }
    case 'bands': {
      const bands = element.bands.map((band) => measureBand(band, context));
      const total = bands.reduce((sum, band) => sum + band.height, 0);
      return { ...base, kind: 'bands', height: Math.max(height, total), bands };
    }
    case 'image':
    case 'chart':
    case 'map':
      return { ...base, kind: 'picture' };
    default:
      return { ...base, kind: 'shape' };
  }
}

function measureText(element: FilledText, context: MeasureContext): Block {
  const { x, y, width, height } = element;
  const base: Block = { kind: 'text', element, x, y, width, height };
  if (element.text === null) return base;
  const lines = setText(element, element.text, context);
  if (!element.grow || isUpright(element)) return { ...base, lines };
  const insets = insetsOf(element.style);
  return { ...base, lines, height: Math.max(height, linesHeight(lines) + insets.top + insets.bottom) };
}

/** The lines of a text in its element; one that may not grow is cut at a whole line. */
export function setText(element: FilledText, text: string, context: MeasureContext): readonly TextLine[] {
  const format = context.text.format(element.style);
  const insets = insetsOf(element.style);
  const horizontal = insets.left + insets.right;
  const vertical = insets.top + insets.bottom;
  const upright = isUpright(element);
  const along = upright ? element.height - vertical : element.width - horizontal;
  const lines = context.text.lines(text, format, Math.max(along, 1));
  if (element.grow && !upright) return lines;
  const across = upright ? element.width - horizontal : element.height - vertical;
  const fitting = countFitting(lines, across);
  if (fitting >= lines.length) return lines;
  context.warn(
    `The text of "${element.id}" did not fit into its element and was cut. Let it grow, or make it larger.`,
  );
  return lines.slice(0, fitting);
}

/** At least one line, however low the element is: half a line is more than none. */
function countFitting(lines: readonly TextLine[], room: number): number {
  let used = 0;
  let count = 0;
  for (const line of lines) {
    const height = line.ascent + line.descent;
    // The white space below the last line may be missing.
    if (count > 0 && used + height * 0.8 > room) break;
    used += height;
    count++;
  }
  return count;
}

function isUpright({ style }: FilledText): boolean {
  return style.rotation === 90 || style.rotation === 270;
}

/**
 * Elements that float keep their distance to all elements above them. The others move only where a text above grew into them, so
 * that no text covers another.
 */
function moveFloats(blocks: Block[]): void {
  const byTop = blocks.toSorted((a, b) => a.element.y - b.element.y);
  for (const block of byTop) {
    const { position, x, y: top, width } = block.element;
    if (position === 'top' || position === 'bottom') continue;
    for (const { element, ...other } of byTop) {
      if (element.y >= top) break;
      const bottom = element.y + element.height;
      const isBeside = element.x >= x + width || element.x + element.width <= x;
      if (bottom > top + 0.01 || (isBeside && position !== 'float')) continue;
      block.y = Math.max(block.y, other.y + other.height + top - bottom);
    }
  }
}

/** Takes out the height of blank elements that have nothing beside them. Returns what was removed. */
function removeBlankLines(blocks: Block[]): number {
  let removed = 0;
  for (const block of blocks.filter((one) => one.element.removeWhenBlank && isBlank(one))) {
    const { y, height } = block;
    const beside = blocks.some(
      (other) => other !== block && other.y < y + height && other.y + other.height > y && !isBlank(other),
    );
    if (beside || height === 0) continue;
    for (const other of blocks) if (other.y >= y + height) other.y -= height;
    block.height = 0;
    removed += height;
  }
  return removed;
}

function isBlank(block: Block): boolean {
  return block.element.kind === 'text' && block.element.text !== null && block.element.text.trim() === '';
}

function followBand(blocks: Block[], extra: number): void {
  for (const block of blocks) {
    const { element } = block;
    if (element.position === 'bottom') block.y += extra;
    else if (element.stretch === 'band' || element.stretch === 'container') {
      block.height = Math.max(block.height, element.height + extra);
    }
  }
}
