import type { Band, BandKind, Element } from '../template/types.ts';
import { compileField } from './fill-field.ts';
import { compileGathered } from './fill-gathered.ts';
import { compileImage } from './fill-image.ts';
import { compileList, compileSubreport } from './fill-nested.ts';
import { baseOf, type ElementFiller, type Moment } from './moment.ts';
import type { BandFiller, BandIdentity } from './band-filler.ts';
import type { FilledBand, FilledElement } from './types.ts';
import type { Run } from './run.ts';

const PAGE_BANDS: readonly BandKind[] = [
  'background',
  'pageHeader',
  'columnHeader',
  'columnFooter',
  'pageFooter',
  'lastPageFooter',
];

/** Whether a band is evaluated by a layout, page by page. */
export function isPageBand(kind: BandKind): boolean {
  return PAGE_BANDS.includes(kind);
}

/** Compiles the expressions of a band for a walk. */
export function compileBand(band: Band, walk: Run, identity: BandIdentity): BandFiller {
  const run = isPageBand(identity.kind) ? keepingVariables(walk) : walk;
  const { height, split = 'stretch' } = band;
  const printWhen = band.printWhen === undefined ? null : run.compile(band.printWhen);
  const fillers = compileElements(band.elements, run, identity);
  const lateFillers = fillers.filter(({ isLate }) => isLate);
  const isPrinted = (): boolean => printWhen === null || printWhen(run.cursor) === true;

  return {
    hasLate: lateFillers.length > 0,
    collect(moment) {
      if (lateFillers.length > 0 && isPrinted()) for (const filler of lateFillers) void filler.fill(moment);
    },
    fill(moment) {
      if (!isPrinted()) return null;
      const elements = fillAll(fillers, moment);
      const toBand = (filled: FilledElement[]): FilledBand => ({
        ...identity,
        height,
        split,
        elements: filled,
      });
      return elements instanceof Promise ? elements.then(toBand) : toBand(elements);
    },
  };
}

/** Page bands are evaluated after their row: what they refer to is kept in each state. */
function keepingVariables(run: Run): Run {
  return {
    ...run,
    compile: (source) => {
      if (source !== undefined) run.keepVariables([run.compiler.parse(source)]);
      return run.compile(source);
    },
  };
}

function compileElements(elements: readonly Element[], run: Run, identity: BandIdentity): ElementFiller[] {
  return elements.map((element) => {
    const filler = compileElement(element, run, identity);
    if (element.printWhen === undefined) return filler;
    const printWhen = run.compile(element.printWhen);
    return {
      ...filler,
      fill: (moment: Moment) => (printWhen(run.cursor) === true ? filler.fill(moment) : null),
    };
  });
}

function compileElement(element: Element, run: Run, identity: BandIdentity): ElementFiller {
  switch (element.kind) {
    case 'field':
      return compileField(element, run, isPageBand(identity.kind));
    case 'image':
      return compileImage(element, run);
    case 'frame':
      return compileFrame(element, run, identity);
    case 'chart':
    case 'map':
    case 'table':
      return compileGathered(element, run, identity);
    case 'list':
      return compileList(element, run, compileBand);
    case 'subreport':
      return compileSubreport(element, run);
    default:
      return compileConstant(element, run);
  }
}

/** Elements without expressions. */
function compileConstant(
  element: Extract<Element, { kind: 'text' | 'line' | 'rectangle' | 'ellipse' | 'break' }>,
  run: Run,
): ElementFiller {
  const styleOf = run.styleOf(element.style, element.own);
  const fill = (): FilledElement => {
    const base = baseOf(element, styleOf(run.cursor));
    switch (element.kind) {
      case 'text': {
        const { text, heading } = element;
        return {
          ...base,
          kind: 'text',
          value: text,
          text,
          grow: false,
          isStatic: true,
          ...(heading !== undefined && { heading }),
        };
      }
      case 'break':
        return { ...base, kind: 'break', what: element.what };
      case 'line':
        return {
          ...base,
          kind: 'line',
          ...(element.direction !== undefined && { direction: element.direction }),
        };
      default:
        return { ...base, kind: element.kind };
    }
  };
  return { element, fill, isLate: false };
}

function compileFrame(
  element: Extract<Element, { kind: 'frame' }>,
  run: Run,
  identity: BandIdentity,
): ElementFiller {
  const styleOf = run.styleOf(element.style, element.own);
  const fillers = compileElements(element.elements, run, identity);
  const lateFillers = fillers.filter(({ isLate }) => isLate);
  return {
    element,
    isLate: lateFillers.length > 0,
    fill: (moment) => {
      if (run.late.isCollecting) {
        for (const filler of lateFillers) void filler.fill(moment);
        return null;
      }
      const base = baseOf(element, styleOf(run.cursor));
      const elements = fillAll(fillers, moment);
      const toFrame = (filled: FilledElement[]): FilledElement => ({
        ...base,
        kind: 'frame',
        elements: filled,
      });
      return elements instanceof Promise ? elements.then(toFrame) : toFrame(elements);
    },
  };
}

/** Fills one element after the other; waits only where one has to read rows. */
function fillAll(
  fillers: readonly ElementFiller[],
  moment: Moment,
): FilledElement[] | Promise<FilledElement[]> {
  const filled: FilledElement[] = [];
  for (const [i, filler] of fillers.entries()) {
    const element = filler.fill(moment);
    if (element instanceof Promise) return fillRest(fillers.slice(i + 1), { moment, filled, first: element });
    if (element) filled.push(element);
  }
  return filled;
}

async function fillRest(
  fillers: readonly ElementFiller[],
  {
    moment,
    filled,
    first,
  }: { moment: Moment; filled: FilledElement[]; first: Promise<FilledElement | null> },
): Promise<FilledElement[]> {
  const element = await first;
  if (element) filled.push(element);
  for (const filler of fillers) {
    const next = await filler.fill(moment);
    if (next) filled.push(next);
  }
  return filled;
}
