import type { FillState } from '../fill/types.ts';
import { placeBody } from './body.ts';
import type { FlowOptions, Unit } from './flow-types.ts';

/** Takes bands in the order of the fill and decides on which page each goes. */
export interface Flow {
  openGroup(group: number): void;
  closeGroup(group: number): void;
  add(unit: Unit): void;
  finish(state: FillState): void;
}

type Queued = Unit | { open: number } | { close: number };

export function createFlow(options: FlowOptions): Flow {
  const { fill, geometry, sheet } = options;
  const body = placeBody(options);
  const seen = new Set<number>();
  const open = new Set<number>();
  /** Headers that wait for what follows them: none may stand alone at the foot of a page. */
  let pending: Unit[] = [];
  /** Bands of a group that is kept together, as long as it may fit on a page. */
  let kept: { group: number; queue: Queued[]; height: number } | null = null;
  let breakBefore: 'page' | 'column' | null = null;
  let restartNumbers = false;
  let minHeight = 0;

  function beginGroup(index: number): void {
    const group = fill.groups[index];
    open.add(index);
    if (!group) return;
    if (seen.has(index)) {
      if (group.startNewPage || group.resetPageNumber) breakBefore = 'page';
      else if (group.startNewColumn) breakBefore ??= 'column';
      restartNumbers ||= group.resetPageNumber === true;
    }
    seen.add(index);
    minHeight = Math.max(minHeight, group.minHeightToStartNewPage ?? 0);
    if (group.keepTogether) kept = { group: index, queue: [], height: 0 };
  }

  function endGroup(index: number): void {
    open.delete(index);
    body.printed.delete(index);
  }

  function releaseKept(together: boolean): void {
    if (!kept) return;
    const { queue, height } = kept;
    kept = null;
    const first = pending[0] ?? queue.find((queued): queued is Unit => 'band' in queued);
    if (together && first && sheet.isOpen && !breakBefore) {
      const need = height + heightOf(pending);
      if (need > body.room() && need <= body.fullRoom()) body.breakColumn(first.state);
    }
    for (const queued of queue) {
      if ('band' in queued) flow.add(queued);
      else if ('open' in queued) flow.openGroup(queued.open);
      else flow.closeGroup(queued.close);
    }
  }

  function place(units: Unit[]): void {
    const [first] = units;
    const last = units.at(-1);
    if (!first || !last) return;
    body.ensurePage(first.state);
    if (breakBefore && sheet.isUsed) {
      const forRows = first.band.kind !== 'summary';
      if (breakBefore === 'page') body.breakPage(first.state, { restartNumbers, forRows });
      else body.breakColumn(first.state);
    } else if (minHeight > body.room()) body.breakColumn(first.state);
    breakBefore = null;
    restartNumbers = false;
    minHeight = 0;
    const headers = units.slice(0, -1);
    const { band } = last;
    const least = band.split === 'prevent' ? band.height : Math.min(band.height, band.declared);
    if (headers.length > 0 && heightOf(headers) + least > body.room()) body.breakColumn(first.state);
    for (const unit of units) {
      body.place(unit);
      const { group } = unit.band;
      if (unit.band.kind === 'groupHeader' && group !== undefined && open.has(group)) body.printed.add(group);
    }
  }

  const flow: Flow = {
    openGroup(group) {
      if (kept) kept.queue.push({ open: group });
      else beginGroup(group);
    },
    closeGroup(group) {
      if (kept && kept.group !== group) kept.queue.push({ close: group });
      else {
        releaseKept(true);
        endGroup(group);
      }
    },
    add(unit) {
      if (kept) {
        kept.queue.push(unit);
        kept.height += unit.band.height;
        if (kept.height > geometry.bottom - geometry.top) releaseKept(false);
      } else if (unit.band.kind === 'title') body.placeTitle(unit);
      else if (unit.band.kind === 'groupHeader') pending.push(unit);
      else {
        if (unit.band.kind === 'summary' && fill.template.summaryOnNewPage) breakBefore = 'page';
        const units = [...pending, unit];
        pending = [];
        place(units);
      }
    },
    finish(state) {
      releaseKept(true);
      const units = pending;
      pending = [];
      place(units);
      body.finish(state);
    },
  };
  return flow;
}

function heightOf(units: readonly Unit[]): number {
  return units.reduce((sum, unit) => sum + unit.band.height, 0);
}
