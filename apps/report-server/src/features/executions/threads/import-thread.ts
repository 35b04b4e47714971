import { readReportFile } from '../../reports/import/read-file.ts';
import type { ReportFile } from '../../reports/import/read-file.ts';
import { serveTasks } from './serve-tasks.ts';

/** The module of an import thread: reads files of other report designers, which may be large, beside the loop that answers requests. */
serveTasks<ImportTask, ReportFile>(({ bytes, scratch }) => readReportFile(bytes, scratch));

export interface ImportTask {
  bytes: Uint8Array;
  /** A folder for the files of a zip. */
  scratch: string;
}
