import type { Writer } from '../fill/types.ts';
import { createCsvWriter, type CsvOptions } from './csv/write-csv.ts';
import { createPdfWriter, type PdfOptions } from './pdf/pdf-writer.ts';
import { createDocxWriter } from './docx/write-docx.ts';
import { createHtmlWriter, type HtmlOptions } from './html/write-html.ts';
import { createOdsWriter, type OdsOptions } from './ods/write-ods.ts';
import { createOdtWriter } from './odt/write-odt.ts';
import type { PictureOptions } from './pictures.ts';
import { createPptxWriter, type PptxOptions } from './pptx/write-pptx.ts';
import { createRtfWriter } from './rtf/write-rtf.ts';
import { createXlsWriter, type XlsOptions } from './xls/write-xls.ts';
import { createXlsxWriter, type XlsxOptions } from './xlsx/write-xlsx.ts';
import { writeXml } from './xml/write-xml.ts';

/** What a caller may choose for some of the formats. */
export interface WriterOptions {
  csv?: CsvOptions;
  pdf?: PdfOptions;
  pptx?: PptxOptions;
  docx?: PictureOptions;
  html?: HtmlOptions;
  ods?: OdsOptions;
  odt?: PictureOptions;
  rtf?: PictureOptions;
  xls?: XlsOptions;
  xlsx?: XlsxOptions;
}

const WRITERS = {
  csv: ({ csv }: WriterOptions): Writer => createCsvWriter(csv),
  pdf: ({ pdf }: WriterOptions): Writer => createPdfWriter(pdf),
  pptx: ({ pptx }: WriterOptions): Writer => createPptxWriter(pptx),
  xml: (): Writer => writeXml,
  docx: ({ docx }: WriterOptions): Writer => createDocxWriter(docx),
  html: ({ html }: WriterOptions): Writer => createHtmlWriter(html),
  ods: ({ ods }: WriterOptions): Writer => createOdsWriter(ods),
  odt: ({ odt }: WriterOptions): Writer => createOdtWriter(odt),
  rtf: ({ rtf }: WriterOptions): Writer => createRtfWriter(rtf),
  xls: ({ xls }: WriterOptions): Writer => createXlsWriter(xls),
  xlsx: ({ xlsx }: WriterOptions): Writer => createXlsxWriter(xlsx),
};

export type WriterFormat = keyof typeof WRITERS;

/** The formats of `createWriter`. */
export const WRITER_FORMATS = Object.keys(WRITERS) as WriterFormat[];

/** The writer of a format. It ends the stream of its output; when it fails, it destroys it. */
export function createWriter(format: WriterFormat, options: WriterOptions = {}): Writer {
  const write = WRITERS[format](options);
  return async (fill, output, signal) => {
    try {
      return await write(fill, output, signal);
    } catch (error) {
      output.stream.destroy(error as Error);
      throw error;
    }
  };
}
