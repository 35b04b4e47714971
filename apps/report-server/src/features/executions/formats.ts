import type { WriterFormat } from '@cairn/report-engine';

/** A format of reports. The names are those of `_repFormat`. */
export interface ReportFormat {
  mime: string;
  extension: string;
  /** Sent while it is written; the others are written to a file first, so that half a file never looks whole. */
  streams: boolean;
  /** Shown in the browser unless a file name is asked for. */
  inline: boolean;
  /** What the format leaves out, for people. */
  leavesOut: string | null;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

const file = (mime: string, extension: string, leavesOut: string | null = null): ReportFormat => ({
  ...{ mime, extension, leavesOut },
  streams: false,
  inline: false,
});

export const FORMATS = {
  html: { ...file('text/html; charset=utf-8', 'html', 'pages'), streams: true, inline: true },
  pdf: { ...file('application/pdf', 'pdf'), inline: true },
  xlsx: file(`${OFFICE}.spreadsheetml.sheet`, 'xlsx', 'pages and free placement'),
  xls: file('application/vnd.ms-excel', 'xls', 'pages, free placement and charts'),
  csv: { ...file('text/csv; charset=utf-8', 'csv', 'everything but the rows'), streams: true },
  docx: file(`${OFFICE}.wordprocessingml.document`, 'docx', 'free placement'),
  pptx: file(`${OFFICE}.presentationml.presentation`, 'pptx', 'free placement'),
  rtf: file('application/rtf', 'rtf', 'free placement'),
  odt: file(`${OPEN_DOCUMENT}.text`, 'odt', 'free placement'),
  ods: file(`${OPEN_DOCUMENT}.spreadsheet`, 'ods', 'pages and free placement'),
  xml: { ...file('application/xml; charset=utf-8', 'xml', 'everything but the rows'), streams: true },
} as const satisfies Record<WriterFormat, ReportFormat>;

export type FormatName = keyof typeof FORMATS;

export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[];

export function isFormat(name: string): name is FormatName {
  return Object.hasOwn(FORMATS, name);
}
