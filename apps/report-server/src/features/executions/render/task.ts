import type { Template, Value } from '@cairn/report-engine';
import type { FormatName } from '../formats.ts';
import type { DatasetConnection } from './dataset-rows.ts';

/** A report as a thread needs it. */
export interface ThreadReport {
  template: Template;
  connection: DatasetConnection | null;
  /** Statements of datasets that are tables, compiled with the row policies of the reader; by name of the dataset. */
  tables: Readonly<Record<string, { text: string; values: readonly unknown[] }>>;
  /** Files of its assets by name. */
  assets: Readonly<Record<string, string>>;
}

/** One run, as it is sent to a thread. */
export interface RenderTask {
  report: ThreadReport;
  /** Reports that it includes, at any depth, by key. */
  subreports: Readonly<Record<string, ThreadReport>>;
  parameters: Readonly<Record<string, Value>>;
  locale: string;
  timeZone: string;
  now: Date;
  format: FormatName;
  /** File that the document is written to; null: it is streamed to the process. */
  path: string | null;
  /** A folder of this run for the spool of its rows. */
  scratch: string;
  maxRows: number;
  /** Rows of each dataset that are read at most: those of a preview, or none; null for all. */
  rowLimit: number | null;
  /** Whether pictures of HTML are stored by the process; else they are part of the document. */
  storesPictures: boolean;
  /** Folder of the layers below maps. */
  basemapFolder: string;
}

export interface RenderResult {
  rows: number;
  pages: number | null;
  dbMs: number;
  renderMs: number;
  warnings: string[];
}
