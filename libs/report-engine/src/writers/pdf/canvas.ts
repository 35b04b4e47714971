import type { FontFace } from '../../text/font-face.ts';
import { createPdfFont } from './pdf-font.ts';
import type { PdfFont } from './pdf-font.ts';
import type { PdfDocument } from './pdf-document.ts';

/** Where operators go: the content of the current page, or of a form that is drawn into pages. */
export interface Canvas {
  readonly doc: PdfDocument;
  write(operators: string): void;
  /** The font as a resource of what is written to. */
  font(face: FontFace): PdfFont;
  /** Sets the colour of fills, unless it is set already. */
  fill(color: string): void;
  /** Forgets colours: what follows may have others. */
  reset(): void;
  /** Hands collected operators to pdfkit, before it writes by itself. */
  flush(): void;
}

export type FontTable = Map<FontFace, PdfFont>;

export function createCanvas(options: {
  doc: PdfDocument;
  fonts: FontTable;
  resources: Record<string, unknown>;
  output(operators: string): void;
}): Canvas {
  const { doc, fonts, resources, output } = options;
  let pending: string[] = [];
  let filled = '';
  return {
    doc,
    write(operators) {
      pending.push(operators);
    },
    font(face) {
      let font = fonts.get(face);
      if (!font) {
        font = createPdfFont(doc, face);
        fonts.set(face, font);
      }
      font.addTo(resources);
      return font;
    },
    fill(color) {
      if (color === filled) return;
      filled = color;
      pending.push(`${color} rg`);
    },
    reset() {
      filled = '';
    },
    flush() {
      if (pending.length > 0) output(pending.join('\n'));
      pending = [];
      filled = '';
    },
  };
}
