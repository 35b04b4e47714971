import type { Writer } from '../fill/types.ts';
import type { CsvOptions } from './csv/write-csv.ts';
import type { HtmlOptions } from './html/write-html.ts';
import type { OdsOptions } from './ods/write-ods.ts';
import type { PdfOptions } from './pdf/pdf-writer.ts';
import type { PictureOptions } from './pictures.ts';
import type { PptxOptions } from './pptx/write-pptx.ts';
import type { XlsxOptions } from './xlsx/write-xlsx.ts';

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
  xlsx?: XlsxOptions;
}

/** A process or thread loads only the writers that it uses: all of them with their libraries take a second and 150 MB. */
const WRITERS = {
  csv: async ({ csv }: WriterOptions) => (await import('./csv/write-csv.ts')).createCsvWriter(csv),
  pdf: async ({ pdf }: WriterOptions) => (await import('./pdf/pdf-writer.ts')).createPdfWriter(pdf),
  pptx: async ({ pptx }: WriterOptions) => (await import('./pptx/write-pptx.ts')).createPptxWriter(pptx),
  xml: async () => (await import('./xml/write-xml.ts')).writeXml,
  docx: async ({ docx }: WriterOptions) => (await import('./docx/write-docx.ts')).createDocxWriter(docx),
  html: async ({ html }: WriterOptions) => (await import('./html/write-html.ts')).createHtmlWriter(html),
  ods: async ({ ods }: WriterOptions) => (await import('./ods/write-ods.ts')).createOdsWriter(ods),
  odt: async ({ odt }: WriterOptions) => (await import('./odt/write-odt.ts')).createOdtWriter(odt),
  rtf: async ({ rtf }: WriterOptions) => (await import('./rtf/write-rtf.ts')).createRtfWriter(rtf),
  xls: async () => (await import('./xls/write-xls.ts')).writeXls,
  xlsx: async ({ xlsx }: WriterOptions) => (await import('./xlsx/write-xlsx.ts')).createXlsxWriter(xlsx),
} satisfies Record<string, (options: WriterOptions) => Promise<Writer>>;

export type WriterFormat = keyof typeof WRITERS;

/** The formats of `createWriter`. */
export const WRITER_FORMATS = Object.keys(WRITERS) as WriterFormat[];

/** The writer of a format. It ends the stream of its output; when it fails, it destroys it. */
export function createWriter(format: WriterFormat, options: WriterOptions = {}): Writer {
  return async (fill, output, signal) => {
    try {
      const write = await WRITERS[format](options);
      return await write(fill, output, signal);
    } catch (error) {
      output.stream.destroy(error as Error);
      throw error;
    }
  };
}
