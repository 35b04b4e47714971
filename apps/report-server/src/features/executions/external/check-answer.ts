import { open } from 'node:fs/promises';
import type { FormatName } from '../formats.ts';

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
const BEGINNINGS: Partial<Record<FormatName, Buffer>> = {
  pdf: Buffer.from('%PDF-'),
  rtf: Buffer.from('{\\rtf'),
  xls: Buffer.from('d0cf11e0', 'hex'),
  ...{ xlsx: ZIP, docx: ZIP, pptx: ZIP },
};
const HTML = /^\s*<(?:!doctype|html|head|body|\?xml)/i;
/** The title of an error page of Tomcat, Jetty or GlassFish, or a line of a Java stack trace. */
const ERROR_PAGE =
  /<title>[^<]{0,200}(?:HTTP Status \d{3}|Error \d{3}|Error report|Exception)|^\s*at [\w.$/]+\([\w$]+\.java:\d+\)/im;

/** Whether a file begins as its format does, and is no page with an error. */
export async function isDocument(path: string, format: FormatName): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    const first = buffer.subarray(0, bytesRead);
    const beginning = BEGINNINGS[format];
    return beginning
      ? first.subarray(0, beginning.length).equals(beginning)
      : !HTML.test(first.toString('utf8'));
  } finally {
    await file.close();
  }
}

/** Whether HTML that was asked for is the engine's page about a failure. */
export function isErrorPage(html: string): boolean {
  return ERROR_PAGE.test(html);
}
