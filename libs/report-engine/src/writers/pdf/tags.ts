import { describeChart } from '../../charts/describe-chart.ts';
import { describeMap } from '../../maps/describe-map.ts';
import type { PageItem } from '../../pages/types.ts';
import type { Canvas } from './canvas.ts';
import type { PdfDocument } from './pdf-document.ts';

/** Marks what is drawn for screen readers: headings, paragraphs, tables and figures, and what is only decoration. */
export interface Tags {
  beginPage(items: readonly PageItem[]): void;
  /** Marks what `draw` draws. */
  mark(canvas: Canvas, item: PageItem, draw: () => void): void;
  /** Marks background and borders of an item. */
  markDecoration(canvas: Canvas, draw: () => void): void;
  endPage(): void;
  end(): void;
}

type Structure = ReturnType<PdfDocument['struct']>;

/** Page bands are repeated on each page, which a listener does not want to hear. */
const REPEATED = new Set(['background', 'pageHeader', 'pageFooter', 'lastPageFooter', 'columnFooter']);

export function createTags(doc: PdfDocument): Tags {
  const root = doc.struct('Document');
  doc.addStructure(root);
  let table: { structure: Structure; row: number; cells: Structure } | null = null;
  let textsOfRow = new Map<number, number>();

  function endTable(): void {
    if (!table) return;
    table.cells.end();
    table.structure.end();
    table = null;
  }

  function cellParent(row: number): Structure {
    if (table && table.row === row) return table.cells;
    const cells = doc.struct('TR');
    if (table) table.cells.end();
    else {
      const structure = doc.struct('Table');
      root.add(structure);
      table = { structure, row, cells };
    }
    table.structure.add(cells);
    table.row = row;
    table.cells = cells;
    return cells;
  }

  function addContent(item: PageItem, content: ReturnType<PdfDocument['markStructureContent']>): void {
    const isCell = item.row !== undefined && (textsOfRow.get(item.row) ?? 0) > 1;
    if (item.kind === 'text' && isCell && item.row !== undefined) {
      cellParent(item.row).add(doc.struct(item.isHeader ? 'TH' : 'TD', {}, content));
      return;
    }
    endTable();
    const type = tagOf(item);
    root.add(doc.struct(type, type === 'Figure' ? { alt: item.alt ?? altOf(item) } : {}, content));
  }

  return {
    beginPage(items) {
      textsOfRow = new Map();
      for (const { kind, row } of items) {
        if (kind === 'text' && row !== undefined) textsOfRow.set(row, (textsOfRow.get(row) ?? 0) + 1);
      }
    },
    mark(canvas, item, draw) {
      canvas.flush();
      if (REPEATED.has(item.section) || !isContent(item)) doc.markContent('Artifact', { type: 'Layout' });
      else addContent(item, doc.markStructureContent(markOf(item)));
      draw();
      canvas.flush();
      doc.endMarkedContent();
    },
    markDecoration(canvas, draw) {
      canvas.flush();
      doc.markContent('Artifact', { type: 'Layout' });
      draw();
      canvas.flush();
      doc.endMarkedContent();
    },
    endPage: endTable,
    end() {
      endTable();
      root.end();
    },
  };
}

function isContent(item: PageItem): boolean {
  return ['text', 'image', 'chart', 'map'].includes(item.kind);
}

function tagOf(item: PageItem): 'Figure' | 'P' | 'H1' | 'H2' | 'H3' {
  if (item.kind !== 'text') return 'Figure';
  return item.heading ? (`H${item.heading}` as const) : 'P';
}

function markOf(item: PageItem): string {
  return item.kind === 'text' && item.row !== undefined ? 'Span' : tagOf(item);
}

function altOf(item: PageItem): string {
  if (item.kind === 'chart') return describeChart(item.data);
  return item.kind === 'map' ? describeMap(item.data) : 'Picture';
}
