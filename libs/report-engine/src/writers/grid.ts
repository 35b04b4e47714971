import type { Band, Element, Template } from '../template/types.ts';

export interface GridColumn {
  /** Points from the left of the page's columns. */
  x: number;
  width: number;
}

/** Columns of a table or sheet, the same for the whole report. */
export interface Grid {
  columns: GridColumn[];
  /** Index of the column in which something at `x` begins. */
  columnAt(x: number): number;
  /** How many columns something that begins at `x` covers, at least 1. */
  spanOf(x: number, width: number): number;
}

/** Edges that are this near are one: points. */
const SNAP = 2;

/**
 * The columns of the detail bands' elements by their left edges. A template without detail has those of its column header, else of
 * all other bands.
 */
export function createGrid(template: Template): Grid {
  const { detail, columnHeader, ...others } = template.bands;
  const groups = template.groups.flatMap(({ header, footer }) => [header, footer]);
  const sources: (Band | undefined)[][] = [detail, [columnHeader], [...groups, ...Object.values(others)]];
  const edges = sources
    .map((bands) =>
      edgesOf(
        bands.flatMap((band) => band?.elements ?? []),
        0,
      ),
    )
    .find((found) => found.length > 0) ?? [{ left: 0, right: 100 }];
  const columns = columnsOf(edges);

  function columnAt(x: number): number {
    let index = columns.length - 1;
    while (index > 0 && (columns[index]?.x ?? 0) > x + SNAP) index -= 1;
    return index;
  }

  return {
    columns,
    columnAt,
    spanOf: (x, width) => Math.max(1, columnAt(x + width - 2 * SNAP - 0.01) - columnAt(x) + 1),
  };
}

interface Edges {
  left: number;
  right: number;
}

function edgesOf(elements: readonly Element[], x: number): Edges[] {
  return elements.flatMap((element) => {
    const left = x + element.x;
    switch (element.kind) {
      case 'line':
      case 'rectangle':
      case 'ellipse':
      case 'break':
        return [];
      case 'frame':
        return edgesOf(element.elements, left);
      case 'list':
        return edgesOf(element.band.elements, left);
      case 'table': {
        let at = left;
        return element.columns.map(({ width }) => ({ left: at, right: (at += width) }));
      }
      default:
        return [{ left, right: left + element.width }];
    }
  });
}

function columnsOf(edges: Edges[]): GridColumn[] {
  const columns: GridColumn[] = [];
  const right = Math.max(...edges.map((edge) => edge.right));
  for (const { left } of edges.toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1);
    if (!last || left - last.x > SNAP) columns.push({ x: left, width: 0 });
  }
  for (const [index, column] of columns.entries())
    column.width = Math.max(SNAP, (columns[index + 1]?.x ?? right) - column.x);
  return columns;
}
