import type { Writer } from '../fill/types.ts';
import { createCsvWriter, type CsvOptions } from './csv/write-csv.ts';
import { createPdfWriter, type PdfOptions } from './pdf/pdf-writer.ts';
import { createXlsxWriter, type XlsxOptions } from './xlsx/write-xlsx.ts';
import { writeXml } from './xml/write-xml.ts';

/** What a caller may choose for some of the formats. */
export interface WriterOptions {
  csv?: CsvOptions;
  pdf?: PdfOptions;
  xlsx?: XlsxOptions;
}

const WRITERS = {
  csv: ({ csv }: WriterOptions): Writer => createCsvWriter(csv),
  pdf: ({ pdf }: WriterOptions): Writer => createPdfWriter(pdf),
  xml: (): Writer => writeXml,
  xlsx: ({ xlsx }: WriterOptions): Writer => createXlsxWriter(xlsx),
};

export type WriterFormat = keyof typeof WRITERS;

/** The formats of `createWriter`. */
export const WRITER_FORMATS = Object.keys(WRITERS) as WriterFormat[];

/** The writer of a format. It ends the stream of its output; when it fails, it destroys it. */
export function createWriter(format: WriterFormat, options: WriterOptions = {}): Writer {
  return WRITERS[format](options);
}
