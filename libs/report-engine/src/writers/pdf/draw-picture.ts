import type { ChartItem, ImageItem, MapItem } from '../../pages/types.ts';
import type { Canvas } from './canvas.ts';
import { num } from './operators.ts';
import { internals } from './pdfkit-internals.ts';
import type { PdfImage } from './pdfkit-internals.ts';

/** Draws images; the same bytes are embedded once. */
export function createImages() {
  const opened = new WeakMap<Uint8Array, PdfImage>();

  function open(canvas: Canvas, bytes: Uint8Array): PdfImage {
    let image = opened.get(bytes);
    if (!image) {
      const { buffer, byteOffset, byteLength } = bytes;
      image = internals(canvas.doc).openImage(Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength));
      opened.set(bytes, image);
    }
    return image;
  }

  return {
    draw(canvas: Canvas, item: ImageItem): void {
      const image = open(canvas, item.bytes);
      const { x, y, width, height, scale } = item;
      const fitted = fit(item, image);
      canvas.write(`q ${num(x)} ${num(y)} ${num(width)} ${num(height)} re W n`);
      canvas.flush();
      if (scale === 'fill') canvas.doc.image(image, x, y, { width, height });
      else canvas.doc.image(image, fitted.x, fitted.y, { width: fitted.width, height: fitted.height });
      canvas.write('Q');
    },
    drawPicture(canvas: Canvas, item: ChartItem | MapItem, png: Buffer): void {
      const { x, y, width, height } = item;
      canvas.flush();
      canvas.doc.image(open(canvas, png), x, y, { width, height });
    },
  };
}

function fit(item: ImageItem, image: { width: number; height: number }) {
  const { scale, halign, valign } = item;
  const factor =
    scale === 'contain'
      ? Math.min(item.width / image.width, item.height / image.height)
      : // A pixel is a point, as in the peers.
        1;
  const width = image.width * factor;
  const height = image.height * factor;
  const across = { left: 0, center: 0.5, right: 1 }[halign];
  const down = { top: 0, middle: 0.5, bottom: 1 }[valign];
  return {
    x: item.x + (item.width - width) * across,
    y: item.y + (item.height - height) * down,
    width,
    height,
  };
}
