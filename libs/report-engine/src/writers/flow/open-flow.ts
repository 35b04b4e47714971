import type { Fill, FillState } from '../../fill/types.ts';
import type { BandKind } from '../../template/types.ts';
import { createGrid, type Grid } from '../grid.ts';
import { blocksOfBand } from './band-blocks.ts';
import type { FlowBlock, FlowRow } from './types.ts';

/** A report as a document that flows, without pages of its own. */
export interface Flow {
  grid: Grid;
  /** Rows of the main dataset so far. */
  readonly rows: number;
  blocks(): AsyncGenerator<FlowBlock>;
  /**
   * A header or footer of pages, for formats that repeat it. The header is that of the first page; a footer has the values of the
   * last band that was read, so it is asked for as late as the format allows.
   */
  pageBlocks(kind: BandKind): FlowBlock[];
}

const COUNTERS = { pageNumber: 1, columnNumber: 1, pageCount: 1 };

export function openFlow(fill: Fill): Flow {
  const grid = createGrid(fill.template);
  let rows = 0;
  let first: FillState | undefined;
  let last: FillState | undefined;

  function pageBlocks(kind: BandKind): FlowBlock[] {
    const state = kind === 'pageHeader' || kind === 'columnHeader' ? first : last;
    const band = state && fill.pageBand(kind, state, COUNTERS);
    return band ? blocksOfBand(band, grid) : [];
  }

  async function* blocks(): AsyncGenerator<FlowBlock> {
    let header: FlowRow[] | null = null;
    let isOpen = false;
    const opened = new Set<number>();

    function* place(block: FlowBlock): Generator<FlowBlock> {
      if (block.type === 'row') {
        header ??= pageBlocks('columnHeader').filter((each) => each.type === 'row');
        if (!isOpen) yield { type: 'tableStart', header };
        isOpen = true;
      } else if (isOpen) {
        yield { type: 'tableEnd' };
        isOpen = false;
      }
      yield block;
    }

    for await (const event of fill.events()) {
      if (event.type === 'row') rows += 1;
      if (event.type === 'openGroup' && fill.groups[event.group]?.startNewPage) {
        if (opened.has(event.group)) yield* place({ type: 'pageBreak' });
        opened.add(event.group);
      }
      if (event.type !== 'band') continue;
      if (!first) {
        first = event.state;
        fill.startPage(first);
      }
      last = event.state;
      for (const block of blocksOfBand(event.band, grid)) yield* place(block);
    }
    for (const block of pageBlocks('columnFooter')) yield* place(block);
    if (isOpen) yield { type: 'tableEnd' };
  }

  return {
    grid,
    get rows() {
      return rows;
    },
    blocks,
    pageBlocks,
  };
}
