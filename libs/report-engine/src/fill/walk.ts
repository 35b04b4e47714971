import { unprocessable } from '@cairn/service/errors';
import type { Evaluate } from '../expression/evaluate.ts';
import type { Band, BandKind, Group } from '../template/types.ts';
import { equalValues } from '../values/compare.ts';
import type { Row, Value } from '../values/types.ts';
import { createRowReader } from './cursor.ts';
import type { BandFiller, BandIdentity } from './band-filler.ts';
import { compileBand } from './fill-band.ts';
import type { LateCollector } from './late-values.ts';
import type { FilledBand, FillEvent, FillState } from './types.ts';
import type { Run, WalkState } from './run.ts';

/** The bands of the body, compiled for one walk. */
export interface Body {
  title: BandFiller | null;
  summary: BandFiller | null;
  noData: BandFiller | null;
  detail: BandFiller[];
  groups: { group: Group; key: Evaluate; header: BandFiller | null; footer: BandFiller | null }[];
  /** Whether values at the end of a group or of the report are shown before it. */
  hasLate: boolean;
}

/** Compiles the bands of the body. */
export function compileBody(run: Run): Body {
  const { bands, groups } = run.template;
  const compile = (band: Band | undefined, identity: BandIdentity): BandFiller | null =>
    band ? compileBand(band, run, identity) : null;
  const body = {
    title: compile(bands.title, { kind: 'title' }),
    summary: compile(bands.summary, { kind: 'summary' }),
    noData: compile(bands.noData, { kind: 'noData' }),
    detail: bands.detail.map((band) => compileBand(band, run, { kind: 'detail' })),
    groups: groups.map((group, i) => ({
      group,
      key: run.compile(group.expression),
      header: compile(group.header, { kind: 'groupHeader', group: i }),
      footer: compile(group.footer, { kind: 'groupFooter', group: i }),
    })),
  };
  const all = [
    body.title,
    body.summary,
    body.noData,
    ...body.detail,
    ...body.groups.flatMap(({ header, footer }) => [header, footer]),
  ];
  return { ...body, hasLate: all.some((band) => band?.hasLate) };
}

export interface WalkInput {
  run: Run;
  body: Body;
  /** Some rows at a time. */
  batches: AsyncIterable<readonly Row[]>;
  /** False for rows and groups alone. */
  bands: boolean;
  /** Called with each group header that is printed. */
  onHeader?(group: number, state: FillState, band: FilledBand): void;
}

const NO_GROUP_OPENED = Number.POSITIVE_INFINITY;

/** Walks the rows once: opens and closes groups, adds up variables, and fills the bands between. */
export async function* walkRows({
  run,
  body,
  batches,
  bands,
  onHeader,
}: WalkInput): AsyncGenerator<FillEvent, WalkState> {
  const { cursor, variables, template, late } = run;
  const collector = late.isCollecting ? (late as LateCollector) : null;
  const read = createRowReader(template.datasets[0], run.columns, cursor.env);
  const gatherers = bands ? run.gatherers.filter(({ isLate }) => isLate === late.isCollecting) : [];
  const groupCount = body.groups.length;
  let keys: Value[] = [];
  const openedAt: number[] = [];
  let number = 0;
  let state = run.state(0, 1);

  /** Fills a band, or in the first walk notes its late elements. */
  function fillBand(
    filler: BandFiller | null,
    at: WalkState,
  ): FilledBand | null | Promise<FilledBand | null> {
    if (!filler || !bands) return null;
    if (!collector) return filler.fill({ state: at });
    filler.collect({ state: at });
    return null;
  }

  async function* yieldBand(filler: BandFiller | null, at: WalkState): AsyncGenerator<FillEvent> {
    const filled = fillBand(filler, at);
    const band = filled instanceof Promise ? await filled : filled;
    if (band) yield { type: 'band', band, state: at };
  }

  /** Closes the groups from this index on, inside out, with the last row of each. */
  async function* closeGroups(from: number): AsyncGenerator<FillEvent> {
    // Rows up to this one are on pages before, wherever the footer comes.
    const after: WalkState = { ...state, firstRow: number + 1 };
    for (let i = groupCount - 1; i >= from; i -= 1) {
      const { group, footer } = body.groups[i] as Body['groups'][number];
      yield* yieldBand(footer, after);
      // The footer's own late values belong to the group that ends, not to the next one.
      collector?.complete(i);
      const rowCount = number - (openedAt[i] ?? 0) + 1;
      yield { type: 'closeGroup', group: i, name: group.name, key: keys[i] ?? null, rowCount };
    }
  }

  async function* openGroups(from: number): AsyncGenerator<FillEvent> {
    for (let i = from; i < groupCount; i += 1) {
      const { group, header } = body.groups[i] as Body['groups'][number];
      openedAt[i] = number;
      yield { type: 'openGroup', group: i, name: group.name, key: keys[i] ?? null };
      const filled = fillBand(header, state);
      const band = filled instanceof Promise ? await filled : filled;
      if (!band) continue;
      onHeader?.(i, state, band);
      yield { type: 'band', band, state };
    }
  }

  variables.start();
  for (const { gatherer } of run.gatherers) gatherer.reset();
  for await (const batch of batches) {
    run.signal?.throwIfAborted();
    for (const raw of batch) {
      const row = read(raw);
      if (number === 0) {
        cursor.row = row;
        state = run.state(0, 1);
        yield* yieldBand(body.title, state);
      }
      const before = cursor.row;
      cursor.row = row;
      const nextKeys = body.groups.map(({ key }) => key(cursor));
      const broken = number === 0 ? 0 : nextKeys.findIndex((key, i) => !equalValues(key, keys[i] ?? null));
      const openedFrom = broken < 0 || groupCount === 0 ? NO_GROUP_OPENED : broken;
      if (openedFrom !== NO_GROUP_OPENED && number > 0) {
        cursor.row = before;
        yield* closeGroups(openedFrom);
        cursor.row = row;
      }
      if (openedFrom !== NO_GROUP_OPENED) {
        variables.startGroups(openedFrom);
        for (const { gatherer, scope } of gatherers)
          if (typeof scope === 'number' && scope >= openedFrom) gatherer.reset();
      }
      keys = nextKeys;
      number += 1;
      variables.addRow(number, openedFrom);
      // Nobody makes pages of the first walk.
      if (collector) variables.advance(number);
      for (const { gatherer } of gatherers) gatherer.add(cursor);
      state = run.state(number, number);
      if (openedFrom !== NO_GROUP_OPENED) yield* openGroups(openedFrom);
      if (!collector) yield { type: 'row', row, number };
      for (const filler of body.detail) {
        const filled = fillBand(filler, state);
        const band = filled instanceof Promise ? await filled : filled;
        if (band) yield { type: 'band', band, state };
      }
    }
  }
  if (number === 0) {
    yield* yieldNoRows();
  } else {
    yield* closeGroups(0);
    yield* yieldBand(body.summary, { ...state, firstRow: number + 1 });
  }
  collector?.complete('report');
  return state;

  async function* yieldNoRows(): AsyncGenerator<FillEvent> {
    const isStatic = template.datasets.length === 0;
    const choice = template.whenNoData ?? (isStatic ? 'allBands' : body.noData ? 'noData' : 'message');
    if (choice === 'noData' && body.noData) {
      yield* yieldBand(body.noData, state);
      return;
    }
    yield* yieldBand(body.title, state);
    if (choice === 'allBands') yield* yieldBand(body.summary, state);
    else if (!collector && bands) yield { type: 'band', band: noRowsBand(run), state };
  }
}

/** The sentence that stands where the rows would be. */
function noRowsBand({ template, styleOf, cursor }: Run): FilledBand {
  const text = template.resources?.['NO_ROWS'] ?? 'No rows match the parameters of this report.';
  const kind: BandKind = 'noData';
  const { page } = template;
  const width =
    typeof page.size === 'object' ? page.size.width - page.margins.left - page.margins.right : 300;
  return {
    kind,
    height: 24,
    split: 'stretch',
    elements: [
      {
        id: 'no-rows',
        kind: 'text',
        x: 0,
        y: 4,
        width: Math.min(300, width),
        height: 16,
        style: styleOf(undefined, undefined)(cursor),
        value: text,
        text,
        grow: true,
        isStatic: true,
      },
    ],
  };
}

/** An error for a report with more rows than it may have. */
export function tooManyRows(maxRows: number): Error {
  return unprocessable(
    'report-engine.too_many_rows',
    `The report has more than ${maxRows} rows. Narrow its parameters, or ask for an export of the data instead.`,
  );
}
