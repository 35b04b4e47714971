import type { Font } from 'fontkit';
import type { PdfDocument } from './pdf-document.ts';

/** What the PDF writer uses of pdfkit beside what its types declare; its version is pinned, and the tests read the files back. */
interface Internals {
  _font: EmbeddedFont;
  page: { fonts: Record<string, unknown>; xobjects: Record<string, unknown> };
  openImage(bytes: Buffer): PdfImage;
  font(font: Font): void;
  ref(data: Record<string, unknown>): PdfReference;
}

export interface EmbeddedFont {
  id: string;
  subset: { includeGlyph(glyph: number): number; glyphs: number[] };
  /** Thousandths of the font size, by code. */
  widths: (number | undefined)[];
  unicode: (readonly number[] | undefined)[];
  ref(): unknown;
}

export type PdfImage = PDFKit.Mixins.ImageSrc & { width: number; height: number };

export interface PdfReference {
  data: Record<string, unknown>;
  write(operators: string): void;
  end(): void;
}

export function internals(doc: PdfDocument): Internals {
  return doc as unknown as Internals;
}
