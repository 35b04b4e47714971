import type { ImportedReport } from '@cairn/report-engine';
import { readJrxml } from '../../reports/import/read-file.ts';
import { serveTasks } from './serve-tasks.ts';

/** The module of an import thread: reads files of other report designers, which may be large, beside the loop that answers requests. */
serveTasks<ImportTask, ImportedReport>(({ bytes, scratch }) => readJrxml(bytes, scratch));

export interface ImportTask {
  bytes: Uint8Array;
  /** A folder for the files of a zip. */
  scratch: string;
}
