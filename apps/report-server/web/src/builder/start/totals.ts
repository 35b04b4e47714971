import type { Band, Calculation, Element, Variable } from '@cairn/report-engine/browser';
import { isNumber } from '../model/fields.ts';
import type { ChosenColumn } from './choices.ts';
import type { PlacedColumn } from './column-layout.ts';
import type { IdCounter } from './expressions.ts';
import { patternOf } from './value-pattern.ts';

/** Name of the group of a new report. */
export const GROUP = 'Group';

interface Totals {
  placed: readonly PlacedColumn[];
  totalled: readonly PlacedColumn[];
  suffix: 'group' | 'report';
  /** Expression. */
  label: string;
  number: IdCounter;
}

/** Totals below their columns. What they are of is written before them, if the first column has no total itself. */
export function totalsBand({ placed, totalled, suffix, label, number }: Totals): Band {
  const [first] = placed;
  const elements = totalled.map(({ x, width, name, type }): Element => ({
    ...{ id: number('total'), kind: 'field', style: 'Total', x, y: 0, width, height: 20 },
    expression: `$V{${variableName(name, suffix)}}`,
    own: { align: 'right', ...(isNumber(type) && { pattern: patternOf({ name: '', type }) ?? '#,##0.##' }) },
  }));
  const [firstTotal] = totalled;
  const word: Element[] =
    first && firstTotal && first !== firstTotal
      ? [
          {
            ...{ id: number('total'), kind: 'field', expression: label, style: 'Total' },
            ...{ x: 0, y: 0, width: firstTotal.x, height: 20 },
          },
        ]
      : [];
  return { height: 26, elements: [...word, ...elements] };
}

export function variablesOf(
  { name, type }: ChosenColumn,
  calculation: Calculation,
  isGrouped: boolean,
): Variable[] {
  const counted = calculation === 'count' || calculation === 'distinct';
  const variable = {
    type: counted ? 'integer' : calculation === 'average' && type === 'integer' ? 'decimal' : type,
    calculation,
    expression: `$F{${name}}`,
  } as const;
  const grand: Variable = { ...variable, name: variableName(name, 'report'), reset: 'report' };
  if (!isGrouped) return [grand];
  return [{ ...variable, name: variableName(name, 'group'), reset: { group: GROUP } }, grand];
}

function variableName(column: string, suffix: string): string {
  return `${column.replaceAll(/\W/g, '_').replace(/^(?=\d)/, '_')}_${suffix}`.slice(0, 63);
}
