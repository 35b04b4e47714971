import type { ReportServerSchemas } from '@cairn/contracts';
import type { Statement } from '../../datasources/read.ts';
import type { Parameters } from '../../query/parameters.ts';
import type { Scope } from '../../query/types.ts';

export type MeasureRequest = ReportServerSchemas['Measure'];
export type MeasureAnswer = ReportServerSchemas['MeasureAnswer'];

/** The rows that are measured, in one statement. */
export interface MeasuredRows {
  scope: Scope;
  parameters: Parameters;
  /** FROM and WHERE. */
  rows: string;
  timeZone: string;
}

/** Values of one row, which all measures of this kind share: one scan for all of them. */
export interface ScalarMeasure {
  expressions: string[];
  /** Texts in the order of the expressions. */
  toAnswer(texts: (string | null)[]): MeasureAnswer;
}

/** A measure with a statement of its own. */
export interface TableMeasure {
  statement: Statement;
  toAnswer(rows: (string | null)[][]): MeasureAnswer;
}
