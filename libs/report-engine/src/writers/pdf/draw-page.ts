import type { ChartItem, MapItem, Page, PageItem } from '../../pages/types.ts';
import type { Pictures } from '../../pictures/pictures.ts';
import { createCanvas } from './canvas.ts';
import type { Canvas, FontTable } from './canvas.ts';
import type { PdfDocument } from './pdf-document.ts';
import type { createDeferredTexts } from './deferred-texts.ts';
import { drawBox, drawShape } from './draw-box.ts';
import type { createImages } from './draw-picture.ts';
import { drawText } from './draw-text.ts';
import { internals } from './pdfkit-internals.ts';
import type { Tags } from './tags.ts';

export interface PageTools {
  doc: PdfDocument;
  fonts: FontTable;
  images: ReturnType<typeof createImages>;
  deferred: ReturnType<typeof createDeferredTexts>;
  openPictures(): Promise<Pictures>;
  tags: Tags | null;
}

/** Draws one page of the document. */
export async function drawPage(page: Page, tools: PageTools): Promise<void> {
  const { doc, fonts, tags } = tools;
  doc.addPage({ size: [page.width, page.height], margin: 0 });
  const resources = internals(doc).page.fonts;
  const output = (operators: string) => void doc.addContent(operators);
  const canvas = createCanvas({ doc, fonts, resources, output });
  tags?.beginPage(page.items);
  for (const item of page.items) {
    const isShape = item.kind === 'line' || item.kind === 'rectangle' || item.kind === 'ellipse';
    if (!isShape && (item.style.background || item.style.border)) {
      if (tags) tags.markDecoration(canvas, () => drawBox(canvas, item));
      else drawBox(canvas, item);
    }
    if (item.kind === 'box') continue;
    const isDrawing = item.kind === 'chart' || item.kind === 'map';
    const png = isDrawing ? await drawPng(item, tools) : null;
    const draw = () => drawContent(canvas, item, { tools, png });
    if (tags) tags.mark(canvas, item, draw);
    else draw();
  }
  canvas.flush();
  tags?.endPage();
}

async function drawPng(item: ChartItem | MapItem, { openPictures }: PageTools): Promise<Buffer> {
  const pictures = await openPictures();
  return item.kind === 'chart' ? pictures.chartPng(item.data, item) : pictures.mapPng(item.data, item);
}

function drawContent(
  canvas: Canvas,
  item: PageItem,
  { tools, png }: { tools: PageTools; png: Buffer | null },
): void {
  switch (item.kind) {
    case 'text':
      if (item.deferred) tools.deferred.place(canvas, item);
      else drawText(canvas, item);
      if (item.link && isSafeLink(item.link)) addLink(canvas, item, item.link);
      break;
    case 'line':
    case 'rectangle':
    case 'ellipse':
      drawShape(canvas, item);
      break;
    case 'image':
      tools.images.draw(canvas, item);
      break;
    case 'chart':
    case 'map':
      if (png) tools.images.drawPicture(canvas, item, png);
      break;
    case 'box':
      break;
  }
}

function addLink(canvas: Canvas, { x, y, width, height }: PageItem, link: string): void {
  canvas.flush();
  canvas.doc.link(x, y, width, height, link);
}

/** Links of data must not run scripts or open local files in a reader. */
function isSafeLink(link: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(link);
}
