import { instantOfDate } from '../values/time-zone.ts';
import { walkElements } from '../template/walk.ts';
import type { Band, BandKind } from '../template/types.ts';
import type { Row } from '../values/types.ts';
import { createDatasets } from './datasets.ts';
import type { BandFiller } from './band-filler.ts';
import { compileBand, isPageBand } from './fill-band.ts';
import { createLateCollector, NO_LATE_VALUES } from './late-values.ts';
import { createRun, type FillSources, type LateValues, type Run, type WalkState } from './run.ts';
import { fillSubreport } from './subreport.ts';
import type { Fill, FilledBand, FillEvent, FillRequest, WalkOptions } from './types.ts';
import { compileBody, walkRows, type Body } from './walk.ts';

/** Headers of groups that were printed, by group: the latest last. */
type Headers = { rowNumber: number; band: FilledBand }[][];

/** One walk with its page bands. */
interface Walk {
  run: Run;
  body: Body;
  pageBands: Map<BandKind, BandFiller>;
  headers: Headers;
}

/**
 * Reads the rows of a template and prepares its fill. When it resolves, the rows of the main dataset and of all datasets without
 * parameters of their own are in scratch files, so that the database session can end unless the template has others or subreports.
 * @throws {AppError} unprocessable for more rows than `limits.maxRows` (1,000,000), and what `openDataset` throws
 */
export function createFill(request: FillRequest): Promise<Fill> {
  return createFillAt(request, 0);
}

async function createFillAt(request: FillRequest, depth: number): Promise<Fill> {
  const { template, locale, timeZone, now, signal } = request;
  const settings = { locale, timeZone, now };
  const warnings = new Set<string>();
  const warn = (sentence: string): void => void warnings.add(sentence);
  const assets = await readAssets(request);
  const datasets = await createDatasets(request);
  const parameters = {
    REPORT_LOCALE: locale,
    REPORT_TIME_ZONE: timeZone,
    REPORT_TITLE: template.title,
    ...request.parameters,
  };
  const sources: FillSources = {
    template,
    settings,
    parameters,
    columns: datasets.columns,
    assets,
    warn,
    signal,
    openRows: datasets.openRows,
    fillReport: (element, values) =>
      fillSubreport(element, values, { request, depth, createFill: createFillAt, warn }),
  };
  let walk = prepareWalk(sources, { paged: false, late: NO_LATE_VALUES });

  async function* noRows(): AsyncGenerator<never> {
    // A template without datasets.
  }
  const batches = (): AsyncIterable<readonly Row[]> => datasets.main?.batches() ?? noRows();

  /** Walks once for the values that are shown before they are known. */
  async function collectLate(paged: boolean): Promise<LateValues> {
    const collector = createLateCollector();
    const { run, body } = prepareWalk(sources, { paged, late: collector });
    const steps = walkRows({ run, body, batches: batches(), bands: true });
    let step = await steps.next();
    while (!step.done) step = await steps.next();
    return collector.finish(step.value);
  }

  /** Sets the next walk up, after a first one where the template needs it. */
  async function prepareEvents(
    paged: boolean,
    bands: boolean,
  ): Promise<AsyncGenerator<FillEvent, WalkState>> {
    walk = prepareWalk(sources, { paged, late: NO_LATE_VALUES });
    if (bands && (walk.body.hasLate || showsEnd(template.bands, paged))) {
      walk = prepareWalk(sources, { paged, late: await collectLate(paged) });
    }
    const { run, body, headers } = walk;
    const onHeader = (group: number, { rowNumber }: { rowNumber: number }, band: FilledBand): void => {
      if (paged && template.groups[group]?.reprintHeader) (headers[group] ??= []).push({ rowNumber, band });
    };
    return walkRows({ run, body, batches: batches(), bands, onHeader });
  }

  function events({ paged = false, bands = true }: WalkOptions = {}): AsyncIterable<FillEvent> {
    return { [Symbol.asyncIterator]: () => startLazily(() => prepareEvents(paged, bands)) };
  }

  return {
    template,
    columns: datasets.columns,
    rowCount: datasets.main?.rowCount ?? 0,
    groups: template.groups,
    settings,
    ...(request.scratch !== undefined && { scratch: request.scratch }),
    events,
    warnings,
    warn,
    close: datasets.close,
    pageBand(kind, state, counters, group) {
      if (kind === 'groupHeader') return headerOf(walk.headers[group ?? 0], state.rowNumber);
      const filler = walk.pageBands.get(kind);
      if (!filler) return null;
      const { run } = walk;
      // Footers stand below the row of the state, headers above it.
      if (kind.endsWith('Footer')) run.variables.advance(state.rowNumber);
      const filled = run.evaluateAt(state, counters, () =>
        filler.fill({ state: state as WalkState, counters }),
      );
      if (!(filled instanceof Promise)) return filled;
      warn(`The band ${kind} has elements with rows of their own; it is left out.`);
      return null;
    },
    startPage: (state) => {
      if (walk.run.paged) walk.run.variables.startPage((state as WalkState).firstRow);
    },
    startColumn: (state) => {
      if (walk.run.paged) walk.run.variables.startColumn((state as WalkState).firstRow);
    },
  };
}

/** The generator that is made at the first step. Its steps are handed through as they are, as `yield*` would slow each event down. */
function startLazily(start: () => Promise<AsyncGenerator<FillEvent, unknown>>): AsyncIterator<FillEvent> {
  let started: Promise<AsyncGenerator<FillEvent, unknown>> | undefined;
  let steps: AsyncGenerator<FillEvent, unknown> | undefined;
  return {
    next() {
      if (steps) return steps.next();
      started ??= start();
      return started.then((generator) => {
        steps = generator;
        return generator.next();
      });
    },
    async return() {
      await steps?.return(undefined);
      return { done: true, value: undefined };
    },
  };
}

function prepareWalk(sources: FillSources, options: { paged: boolean; late: LateValues }): Walk {
  const run = createRun(sources, { ...options, now: instantOfDate(sources.settings.now) });
  const pageBands = new Map<BandKind, BandFiller>();
  const { detail: _detail, ...single } = run.template.bands;
  for (const [kind, band] of Object.entries(single) as [BandKind, Band | undefined][]) {
    if (band && isPageBand(kind)) pageBands.set(kind, compileBand(band, run, { kind }));
  }
  return { run, body: compileBody(run), pageBands, headers: [] };
}

/** Whether a page band shows a value of the end of the report. */
function showsEnd(bands: FillRequest['template']['bands'], paged: boolean): boolean {
  const { detail: _detail, title: _title, summary: _summary, noData: _noData, ...pageBands } = bands;
  const times = paged ? ['report'] : ['report', 'page', 'column'];
  return (
    JSON.stringify(Object.values(pageBands)).match(new RegExp(`"evaluate":"(?:${times.join('|')})"`)) !== null
  );
}

/** The header of the group that the row is in. Earlier ones are not asked for again. */
function headerOf(
  headers: { rowNumber: number; band: FilledBand }[] | undefined,
  rowNumber: number,
): FilledBand | null {
  if (!headers) return null;
  while (headers.length > 1 && (headers[1]?.rowNumber ?? Infinity) <= rowNumber) headers.shift();
  const [first] = headers;
  return first && first.rowNumber <= rowNumber ? first.band : null;
}

/** The files that images of the template name, read before the walk, as pages cannot wait for them. */
async function readAssets({ template, openAsset, signal }: FillRequest): Promise<Map<string, Uint8Array>> {
  const names = new Set<string>();
  for (const { element } of walkElements(template, 0)) {
    if (element.kind === 'image' && 'asset' in element.source) names.add(element.source.asset);
  }
  const assets = new Map<string, Uint8Array>();
  for (const name of names) {
    signal?.throwIfAborted();
    const bytes = await openAsset?.(name);
    if (bytes) assets.set(name, bytes);
  }
  return assets;
}
