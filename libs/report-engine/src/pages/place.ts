import type { FillState, FilledText, PageCounters } from '../fill/types.ts';
import { setText } from './measure.ts';
import type { MeasureContext } from './measure.ts';
import type { Block, MeasuredBand, Page, PageItem, TableRow, TextItem } from './types.ts';

/** Texts of a page that are known when its column or the page ends. */
export interface OpenTexts {
  column: ((state: FillState, counters: PageCounters) => void)[];
  page: ((state: FillState, counters: PageCounters) => void)[];
}

export interface PlaceTarget {
  page: Page;
  openTexts: OpenTexts;
  context: MeasureContext;
  counters: PageCounters;
  state: FillState;
  /** Takes the next number of a row on the page. */
  nextRow(): number;
}

interface Frame {
  section: PageItem['section'];
  row?: number;
  isHeader?: boolean;
}

/** Puts the elements of a band on a page. */
export function placeBand(band: MeasuredBand, at: { x: number; y: number }, target: PlaceTarget): void {
  const isRow = band.kind === 'detail' || band.kind === 'columnHeader';
  const frame: Frame = {
    section: band.kind,
    ...(isRow ? { row: target.nextRow() } : {}),
    ...(band.kind === 'columnHeader' ? { isHeader: true } : {}),
  };
  placeBlocks(band.blocks, at, { target, frame });
}

function placeBlocks(
  blocks: readonly Block[],
  at: { x: number; y: number },
  context: { target: PlaceTarget; frame: Frame },
): void {
  const { target, frame } = context;
  const { items } = target.page;
  for (const block of blocks) {
    const { element } = block;
    const { alt, style } = element;
    const x = at.x + block.x;
    const y = at.y + block.y;
    const base = {
      x,
      y,
      width: block.width,
      height: block.height,
      style,
      ...frame,
      ...(alt === undefined ? {} : { alt }),
      ...(block.open ? { open: block.open } : {}),
    };
    switch (element.kind) {
      case 'text':
        items.push(placeText(block, element, { ...context, base }));
        break;
      case 'line':
      case 'rectangle':
      case 'ellipse': {
        const { kind, direction } = element;
        items.push({ ...base, kind, ...(direction ? { direction } : {}) });
        break;
      }
      case 'image': {
        const { kind, bytes, mime, scale, halign, valign } = element;
        items.push({ ...base, kind, bytes, mime, scale, halign, valign });
        break;
      }
      case 'chart':
        items.push({ ...base, kind: 'chart', data: element.data });
        break;
      case 'map':
        items.push({ ...base, kind: 'map', data: element.data });
        break;
      case 'frame':
        items.push({ ...base, kind: 'box' });
        placeBlocks(block.children ?? [], { x, y }, context);
        break;
      case 'table':
        items.push({ ...base, kind: 'box' });
        placeTable(block.rows ?? [], { x, y }, context);
        break;
      case 'bands':
        placeNested(block.bands ?? [], { x, y }, target);
        break;
      case 'break':
        break;
    }
  }
}

function placeNested(bands: readonly MeasuredBand[], at: { x: number; y: number }, target: PlaceTarget) {
  let y = at.y;
  for (const band of bands) {
    placeBand(band, { x: at.x, y }, target);
    y += band.height;
  }
}

function placeTable(
  rows: readonly TableRow[],
  at: { x: number; y: number },
  { target, frame }: { target: PlaceTarget; frame: Frame },
): void {
  let y = at.y;
  for (const { kind, height, cells } of rows) {
    const row = target.nextRow();
    for (const { lines, x, width, style } of cells) {
      target.page.items.push({
        kind: 'text',
        x: at.x + x,
        y,
        width,
        height,
        style,
        format: target.context.text.format(style),
        lines,
        section: frame.section,
        row,
        ...(kind === 'header' ? { isHeader: true } : {}),
      });
    }
    y += height;
  }
}

function placeText(
  block: Block,
  element: FilledText,
  context: {
    target: PlaceTarget;
    base: Omit<TextItem, 'kind' | 'format' | 'lines'>;
  },
): TextItem {
  const { target, base } = context;
  const { heading, link, late } = element;
  const item: TextItem = {
    ...base,
    kind: 'text',
    format: target.context.text.format(element.style),
    lines: block.lines ?? [],
    ...(heading ? { heading } : {}),
    ...(link ? { link } : {}),
  };
  if (!late) return item;
  const complete = (state: FillState, counters: PageCounters) => {
    item.lines = setText(element, late.evaluate(state, counters).text, target.context);
  };
  const { state } = target;
  const counters = { ...target.counters };
  if (late.what === 'pageNumber') complete(state, counters);
  else if (late.what === 'pageCount') {
    item.deferred = (pageCount) =>
      setText(element, late.evaluate(state, { ...counters, pageCount }).text, target.context);
  } else target.openTexts[late.what].push(complete);
  return item;
}
