import type { FontFace } from '../../text/font-face.ts';
import { simpleTable } from '../../text/simple-text.ts';
import type { PlacedGlyph } from '../../text/types.ts';
import type { PdfDocument } from './pdf-document.ts';
import { internals } from './pdfkit-internals.ts';

/** A face in the document. Glyphs that are written are added to the subset that pdfkit embeds at the end. */
export interface PdfFont {
  id: string;
  /** Makes the font a resource of what is written to. */
  addTo(fonts: Record<string, unknown>): void;
  /** The code of a character by its slot in the face's simple table, as hexadecimal. */
  simpleCode(slot: number): string;
  glyphCode(glyph: PlacedGlyph): string;
}

export function createPdfFont(doc: PdfDocument, face: FontFace): PdfFont {
  const pdfkit = internals(doc);
  // The opened font, not its file: fonts for Chinese have 20 MB each, which would be read again.
  pdfkit.font(face.font);
  const font = pdfkit._font;
  const { id } = font;
  const codes: string[] = [];
  const included = new Map<string, string>();

  function include(glyph: number, width: number, codePoints: readonly number[]): string {
    const key = `${glyph} ${codePoints.join(' ')}`;
    const known = included.get(key);
    if (known !== undefined) return known;
    let code = font.subset.includeGlyph(glyph);
    // A glyph that stands for other characters here is embedded once more, so that both can be read back.
    if (font.unicode[code] !== undefined) code = font.subset.glyphs.push(glyph) - 1;
    font.widths[code] = width * 1000;
    font.unicode[code] = codePoints;
    const hex = code.toString(16).padStart(4, '0');
    included.set(key, hex);
    return hex;
  }

  return {
    id,
    addTo(fonts) {
      fonts[id] ??= font.ref();
    },
    simpleCode(slot) {
      let code = codes[slot];
      if (code === undefined) {
        const { glyphs, advances, codePoints } = simpleTable(face);
        code = include(glyphs[slot] ?? 0, advances[slot] ?? 0, [codePoints[slot] ?? 0]);
        codes[slot] = code;
      }
      return code;
    },
    glyphCode: (glyph) => include(glyph.id, glyph.fontAdvance, glyph.codePoints),
  };
}
