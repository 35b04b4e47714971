import { printableWidth, type Band, type Element, type Template } from '@cairn/report-engine/browser';
import { freeId, listElements, round } from './elements.ts';

export type ElementKind = Element['kind'];
/** In the order in which the menu offers them. */
export const ELEMENT_KINDS: readonly ElementKind[] = [
  ...(['text', 'field', 'line', 'rectangle', 'ellipse', 'image'] as const),
  ...(['table', 'chart', 'map', 'frame', 'break', 'subreport'] as const),
];

const SIZES: Record<ElementKind, { width: number; height: number }> = {
  text: { width: 120, height: 18 },
  field: { width: 100, height: 16 },
  line: { width: 200, height: 0 },
  rectangle: { width: 120, height: 40 },
  ellipse: { width: 60, height: 60 },
  image: { width: 80, height: 60 },
  table: { width: 400, height: 40 },
  chart: { width: 320, height: 180 },
  map: { width: 320, height: 220 },
  frame: { width: 200, height: 60 },
  list: { width: 300, height: 40 },
  break: { width: 60, height: 0 },
  subreport: { width: 400, height: 60 },
};

interface Wish {
  kind: ElementKind;
  /** The text of a field, or of what a chart and a map are about. */
  expression?: string;
  at?: { x: number; y: number };
  text?: string;
}

/** An element with a size that fits the page, beside what the band has already. */
export function newElement(template: Template, band: Band, wish: Wish): Element {
  const { kind, expression = '', text = '' } = wish;
  const id = freeId(new Set(listElements(template).map(({ element }) => element.id)), kind);
  const room = printableWidth(template.page);
  const size = { width: Math.min(SIZES[kind].width, room), height: SIZES[kind].height };
  const at = wish.at ?? freePlace(band, size.width, room);
  const base = { id, x: clamp(at.x, room - size.width), y: Math.max(0, round(at.y)), ...size };
  const numeric = firstOf(template, ['integer', 'decimal', 'double']);
  const category = firstOf(template, ['text', 'date']);
  switch (kind) {
    case 'text':
      return { ...base, kind, text };
    case 'field':
      return { ...base, kind, expression, blankWhenNull: true };
    case 'line':
    case 'rectangle':
    case 'ellipse':
      return { ...base, kind };
    case 'image':
      return { ...base, kind, source: { asset: '' }, scale: 'contain' };
    case 'table':
      return { ...base, kind, columns: tableColumns(template, size.width), repeatHeader: true };
    case 'chart':
      return { ...base, kind, chart: 'bar', value: numeric ?? '1', ...(category && { category }) };
    case 'map':
      return { ...base, kind, geometry: firstOf(template, ['geometry']) ?? '$F{geom}', basemap: true };
    case 'frame':
      return { ...base, kind, elements: [] };
    case 'list':
      return { ...base, kind, dataset: template.datasets[1]?.name ?? '', band: { height: 20, elements: [] } };
    case 'break':
      return { ...base, kind, what: 'page' };
    case 'subreport':
      return { ...base, kind, report: '' };
  }
}

/** The first field of the main dataset that has one of the types, as an expression. */
function firstOf(template: Template, types: readonly string[]): string | undefined {
  const field = template.datasets[0]?.fields?.find(({ type }) => types.includes(type));
  return field && `$F{${field.name}}`;
}

function tableColumns(template: Template, width: number) {
  const fields = (template.datasets[0]?.fields ?? []).filter(({ type }) => type !== 'geometry').slice(0, 4);
  const each = round(width / Math.max(1, fields.length));
  return fields.map(({ name }) => ({ header: name, expression: `$F{${name}}`, width: each }));
}

/** On the line of the lowest element, right of what is there, else below everything. */
function freePlace(band: Band, width: number, room: number): { x: number; y: number } {
  if (band.elements.length === 0) return { x: 0, y: 0 };
  const lowest = band.elements.reduce((a, b) => (b.y > a.y ? b : a));
  const line = band.elements.filter(({ y, height }) => y + height > lowest.y || y === lowest.y);
  const x = Math.max(...line.map((each) => each.x + each.width)) + 5;
  if (x + width <= room) return { x: round(x), y: lowest.y };
  return { x: 0, y: round(Math.max(...band.elements.map((each) => each.y + each.height)) + 5) };
}

function clamp(value: number, most: number): number {
  return round(Math.min(Math.max(0, value), Math.max(0, most)));
}
