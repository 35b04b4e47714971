import type { Fill, FillEvent, FillState } from '../fill/types.ts';
import type { TextLayout } from '../text/text-layout.ts';
import { createFlow } from './flow.ts';
import { pageGeometry } from './geometry.ts';
import { measureBand } from './measure.ts';
import { createSheet } from './sheet.ts';
import type { Page } from './types.ts';

export interface LayoutOptions {
  text: TextLayout;
  signal?: AbortSignal | undefined;
  /** More pages are refused with 422. */
  maxPages?: number;
}

export interface LaidOutPage {
  page: Page;
  /** Rows of the main dataset so far. */
  rows: number;
}

const DEFAULT_MAX_PAGES = 5_000;
const NOTHING: FillState = { rowNumber: 0 };

/**
 * Lays the bands of a report out on pages, one after the other; a page is in memory until the next one begins.
 * @throws {AppError} unprocessable when a band that must not be split is higher than a page, or when there are too many pages
 */
export async function* layoutPages(given: Fill, options: LayoutOptions): AsyncGenerator<LaidOutPage> {
  const endless = given.template.ignorePagination === true;
  const fill = endless ? withoutPageBreaks(given) : given;
  const geometry = pageGeometry(fill.template);
  const context = { text: options.text, warn: (sentence: string) => fill.warn(sentence) };
  const sheet = createSheet({
    fill,
    geometry,
    context,
    maxPages: options.maxPages ?? DEFAULT_MAX_PAGES,
  });
  const done: Page[] = [];
  const flow = createFlow({ fill, geometry, sheet, emit: (page) => done.push(page) });
  let rows = 0;

  for await (const event of fill.events({ paged: true })) {
    options.signal?.throwIfAborted();
    if (event.type === 'row') rows = event.number;
    else handle(event);
    for (const page of done.splice(0)) yield { page, rows };
  }
  flow.finish(NOTHING);
  for (const page of done) yield { page, rows };

  function handle(event: Exclude<FillEvent, { type: 'row' }>): void {
    if (event.type === 'openGroup') flow.openGroup(event.group);
    else if (event.type === 'closeGroup') flow.closeGroup(event.group);
    else {
      const band = measureBand(event.band, context);
      flow.add({ band: endless ? { ...band, breaks: [] } : band, state: event.state });
    }
  }
}

/** As in JasperReports, nothing begins a page or column where pages are ignored. */
function withoutPageBreaks(fill: Fill): Fill {
  const flags = { startNewPage: false, startNewColumn: false, resetPageNumber: false };
  return {
    ...fill,
    template: { ...fill.template, titleOnNewPage: false, summaryOnNewPage: false },
    groups: fill.groups.map((group) => ({ ...group, ...flags, minHeightToStartNewPage: 0 })),
  };
}
