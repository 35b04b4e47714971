import type { Calculation, ChartType, ValueType } from '@cairn/report-engine/browser';

export interface ChosenColumn {
  name: string;
  type: ValueType;
  header: string;
}

/** What a person chooses for a new report. */
export interface ReportChoices {
  title: string;
  source: { schema: string; table: string } | { sql: string };
  /** Columns of the rows in their order; geometries are for the map alone. */
  columns: readonly ChosenColumn[];
  /** Columns that only the chart or the map reads. */
  hidden: readonly ChosenColumn[];
  groupBy: ChosenColumn | null;
  /** By name of the column. */
  totals: Readonly<Record<string, Calculation>>;
  chart: { type: ChartType; category: string; value: string | null } | null;
  map: { geometry: string; label: string | null } | null;
  /** Parts of the page in the language of the person. */
  words: ReportWords;
}

export interface ReportWords {
  page: string;
  of: string;
  total: string;
  rows: string;
  /** Title of the chart. */
  chart: string;
}
