import { insetsOf } from './boxes.ts';
import type { Block, MeasuredBand } from './types.ts';

const TINY = 0.01;

interface Parts<T> {
  first: T;
  rest: T;
}

/** Cuts a band at or above `room` points, so that no line of text and no picture is cut; null where nothing fits. */
export function splitBand(band: MeasuredBand, room: number): Parts<MeasuredBand> | null {
  const parts = splitBlocks(band.blocks, room);
  if (!parts) return null;
  const { first, rest, cut, shift } = parts;
  const restHeight = Math.max(band.height - cut + shift, bottomOf(rest));
  return {
    first: { ...band, height: cut, blocks: first, breaks: [] },
    rest: {
      ...band,
      height: restHeight,
      // The rest goes on splitting: its first page was the one that may not be cut.
      declared: Math.min(restHeight, Math.max(0, band.declared - cut)),
      blocks: rest,
      breaks: band.breaks.filter(({ y }) => y >= cut).map(({ y, what }) => ({ y: y - cut, what })),
    },
  };
}

function splitBlocks(blocks: readonly Block[], room: number) {
  const cut = findCut(blocks, room);
  if (cut <= TINY) return null;
  const first: Block[] = [];
  const rest: Block[] = [];
  let shift = 0;
  const below: Block[] = [];
  for (const block of blocks) {
    const bottom = block.y + block.height;
    if (bottom <= cut + TINY) first.push(block);
    else if (block.y >= cut - TINY) below.push(block);
    else {
      const parts = splitBlock(block, cut - block.y);
      if (!parts) continue;
      first.push(parts.first);
      rest.push({ ...parts.rest, y: 0 });
      shift = Math.max(shift, parts.rest.height - (bottom - cut));
    }
  }
  rest.push(...below.map((block) => ({ ...block, y: block.y - cut + shift })));
  return { first, rest, cut, shift };
}

/** The lowest line that crosses only what can be split. */
function findCut(blocks: readonly Block[], room: number): number {
  let cut = room;
  for (let moved = true; moved;) {
    moved = false;
    for (const block of blocks) {
      const crosses = block.y < cut - TINY && block.y + block.height > cut + TINY;
      if (crosses && !splitBlock(block, cut - block.y)) {
        cut = block.y;
        moved = true;
      }
    }
  }
  return cut;
}

function splitBlock(block: Block, room: number): Parts<Block> | null {
  switch (block.kind) {
    case 'text':
      return splitText(block, room);
    case 'shape':
      return block.element.kind === 'ellipse' ? null : cutBox(block, room);
    case 'frame':
      return splitFrame(block, room);
    case 'table':
      return splitTable(block, room);
    case 'bands':
      return splitBands(block, room);
    default:
      return null;
  }
}

function cutBox(block: Block, room: number): Parts<Block> {
  return {
    first: { ...block, height: room, open: { ...block.open, bottom: true } },
    rest: { ...block, height: block.height - room, open: { ...block.open, top: true } },
  };
}

function splitText(block: Block, room: number): Parts<Block> | null {
  const { lines, element } = block;
  if (!lines || element.style.rotation) return null;
  const insets = insetsOf(element.style, block.open);
  let used = insets.top;
  let count = 0;
  for (const line of lines) {
    if (used + line.ascent + line.descent > room + TINY) break;
    used += line.ascent + line.descent;
    count++;
  }
  if (count === 0 && lines.length > 0) return null;
  const parts = cutBox(block, room);
  const remaining = lines.slice(count);
  const textHeight = remaining.reduce((sum, line) => sum + line.ascent + line.descent, insets.bottom);
  return {
    first: { ...parts.first, lines: lines.slice(0, count) },
    rest: { ...parts.rest, lines: remaining, height: Math.max(block.height - room, textHeight) },
  };
}

function splitFrame(block: Block, room: number): Parts<Block> | null {
  const inner = splitBlocks(block.children ?? [], room);
  if (!inner) return null;
  const parts = cutBox(block, inner.cut);
  const height = Math.max(parts.rest.height, bottomOf(inner.rest));
  return {
    first: { ...parts.first, children: inner.first },
    rest: { ...parts.rest, height, children: inner.rest },
  };
}

function splitTable(block: Block, room: number): Parts<Block> | null {
  const rows = block.rows ?? [];
  const headers = rows.filter((row) => row.kind === 'header').length;
  let used = 0;
  let count = 0;
  for (const row of rows) {
    if (used + row.height > room + TINY) break;
    used += row.height;
    count++;
  }
  // A header alone at the foot would say nothing, and a total alone on the next page neither.
  if (count <= headers) return null;
  if (rows[count]?.kind === 'total' && count > headers + 1) {
    count--;
    used -= rows[count]?.height ?? 0;
  }
  const repeated = block.element.kind === 'table' && block.element.repeatHeader ? rows.slice(0, headers) : [];
  const remaining = [...repeated, ...rows.slice(count)];
  if (remaining.length === repeated.length) return null;
  const height = remaining.reduce((sum, row) => sum + row.height, 0);
  return {
    first: { ...block, rows: rows.slice(0, count), height: used },
    rest: { ...block, rows: remaining, height },
  };
}

function splitBands(block: Block, room: number): Parts<Block> | null {
  const bands = block.bands ?? [];
  const first: MeasuredBand[] = [];
  const rest: MeasuredBand[] = [];
  let used = 0;
  for (const [index, band] of bands.entries()) {
    if (used + band.height <= room + TINY) {
      first.push(band);
      used += band.height;
      continue;
    }
    const parts = band.split === 'prevent' ? null : splitBand(band, room - used);
    if (parts) first.push(parts.first);
    rest.push(...(parts ? [parts.rest] : [band]), ...bands.slice(index + 1));
    break;
  }
  if (first.length === 0) return null;
  return {
    first: { ...block, bands: first, height: room },
    rest: { ...block, bands: rest, height: rest.reduce((sum, band) => sum + band.height, 0) },
  };
}

function bottomOf(blocks: readonly Block[]): number {
  return blocks.reduce((bottom, block) => Math.max(bottom, block.y + block.height), 0);
}
