import type { TextItem } from '../../pages/types.ts';
import { createCanvas } from './canvas.ts';
import type { Canvas, FontTable } from './canvas.ts';
import type { PdfDocument } from './pdf-document.ts';
import { drawText } from './draw-text.ts';
import { internals } from './pdfkit-internals.ts';
import type { PdfReference } from './pdfkit-internals.ts';

interface Form {
  item: TextItem;
  reference: PdfReference;
}

/**
 * Texts with the number of pages: each is a form that its page names, and that is drawn when all pages are done. So a report of any
 * length needs one walk only.
 */
export function createDeferredTexts(doc: PdfDocument, fonts: FontTable) {
  const forms: Form[] = [];
  return {
    /** Names the form where the text will be. */
    place(canvas: Canvas, item: TextItem): void {
      const { width, height } = doc.page;
      const reference = internals(doc).ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height] });
      const name = `Late${forms.length + 1}`;
      internals(doc).page.xobjects[name] = reference;
      canvas.write(`/${name} Do`);
      forms.push({ item, reference });
    },
    /** Draws all forms. */
    complete(pageCount: number): void {
      for (const { item, reference } of forms) {
        const resources: Record<string, unknown> = {};
        const output = (operators: string) => void reference.write(operators);
        const canvas = createCanvas({ doc, fonts, resources, output });
        drawText(canvas, item, item.deferred?.(pageCount) ?? []);
        reference.data.Resources = { Font: resources };
        canvas.write('');
        canvas.flush();
        reference.end();
      }
    },
  };
}
