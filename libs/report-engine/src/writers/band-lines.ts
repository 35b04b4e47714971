import type { FilledBand, FilledElement, FilledShape } from '../fill/types.ts';

/** What formats that flow can show: all but shapes, with frames, lists and subreports taken apart. */
export type ContentElement = Exclude<FilledElement, FilledShape | { kind: 'frame' } | { kind: 'bands' }>;

/** Elements beside one another, from left to right. `x` of each is from the left of the page's columns. */
export interface BandLine {
  items: ContentElement[];
}

/** Elements whose tops are this near belong to one line: points. */
const TOLERANCE = 4;

/** The elements of a band as lines from top to bottom, with empty texts left out. Shapes are decoration of pages, and left out too. */
export function linesOfBand(band: FilledBand): BandLine[] {
  const lines: BandLine[] = [];
  const tops: number[] = [];
  for (const item of sorted(flatten(band.elements, 0, 0))) {
    const last = lines.length - 1;
    const top = tops[last];
    if (top === undefined || item.y - top > TOLERANCE) {
      lines.push({ items: [item] });
      tops.push(item.y);
    } else lines[last]?.items.push(item);
  }
  for (const { items } of lines) if (items.length > 1) items.sort((a, b) => a.x - b.x);
  return lines;
}

function flatten(elements: readonly FilledElement[], x: number, y: number): ContentElement[] {
  const found: ContentElement[] = [];
  for (const element of elements) {
    switch (element.kind) {
      case 'line':
      case 'rectangle':
      case 'ellipse':
        break;
      case 'frame':
        found.push(...flatten(element.elements, x + element.x, y + element.y));
        break;
      case 'bands': {
        let top = y + element.y;
        for (const band of element.bands) {
          found.push(...flatten(band.elements, x + element.x, top));
          top += Math.max(band.height, TOLERANCE + 1);
        }
        break;
      }
      default:
        found.push(x === 0 && y === 0 ? element : { ...element, x: x + element.x, y: y + element.y });
    }
  }
  return found;
}

/** By top, then by left. Most bands have one line in order already. */
function sorted(items: ContentElement[]): ContentElement[] {
  for (let i = 1; i < items.length; i += 1) {
    const [before, item] = [items[i - 1], items[i]];
    if (before && item && (before.y > item.y || (before.y === item.y && before.x > item.x)))
      return items.sort((a, b) => a.y - b.y || a.x - b.x);
  }
  return items;
}
