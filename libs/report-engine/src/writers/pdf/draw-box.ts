import type { PageItem, ShapeItem } from '../../pages/types.ts';
import type { Border } from '../../template/types.ts';
import type { Canvas } from './canvas.ts';
import { num, rgb } from './operators.ts';

type Side = 'top' | 'right' | 'bottom' | 'left';

/** Draws background and borders of an item. */
export function drawBox(canvas: Canvas, item: PageItem): void {
  const { background, border, radius = 0 } = item.style;
  const fill = rgb(background);
  if (fill) {
    canvas.fill(fill);
    canvas.write(`${rectangle(item, radius)} f`);
  }
  if (!border) return;
  const open = item.open ?? {};
  const sides: Record<Side, Border | undefined> = {
    top: open.top ? undefined : border.top,
    right: border.right,
    bottom: open.bottom ? undefined : border.bottom,
    left: border.left,
  };
  const first = sides.top;
  if (first && Object.values(sides).every((side) => isSame(side, first))) {
    stroke(canvas, first, (shrink) => rectangle(inset(item, shrink), radius));
    return;
  }
  for (const side of ['top', 'right', 'bottom', 'left'] as const) {
    const pen = sides[side];
    if (pen) stroke(canvas, pen, (shrink) => sideLine(item, side, shrink));
  }
}

/** Draws a line, rectangle or ellipse with its pen. */
export function drawShape(canvas: Canvas, item: ShapeItem): void {
  const fill = rgb(item.style.background);
  const pen: Border = item.style.pen ?? {
    width: fill && item.kind !== 'line' ? 0 : 1,
    color: item.style.color ?? '#000000',
    style: 'solid',
  };
  if (item.kind === 'line') {
    stroke(canvas, pen, (shrink) => linePath(item, shrink));
    return;
  }
  const { kind, style } = item;
  const path = (box: Rectangle) => (kind === 'ellipse' ? ellipse(box) : rectangle(box, style.radius ?? 0));
  if (fill) {
    canvas.fill(fill);
    canvas.write(`${path(item)} f`);
  }
  stroke(canvas, pen, (shrink) => path(inset(item, shrink)));
}

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

function stroke(canvas: Canvas, pen: Border, path: (shrink: number) => string): void {
  const color = rgb(pen.color) ?? '0 0 0';
  if (pen.width <= 0) return;
  const dash = pen.style === 'dashed' ? [4, 3] : pen.style === 'dotted' ? [1, 1.5] : [];
  const pattern = dash.map((length) => num(length * Math.max(pen.width, 0.5))).join(' ');
  const isDouble = pen.style === 'double' && pen.width >= 0.75;
  const width = isDouble ? pen.width / 3 : pen.width;
  const paths = isDouble ? [path(-pen.width / 3), path(pen.width / 3)] : [path(0)];
  canvas.write(`q ${color} RG ${num(width)} w [${pattern}] 0 d ${paths.join(' S ')} S Q`);
}

function rectangle(box: Rectangle, radius: number): string {
  const r = Math.min(radius, box.width / 2, box.height / 2);
  if (r <= 0) return `${num(box.x)} ${num(box.y)} ${num(box.width)} ${num(box.height)} re`;
  const { x, y } = box;
  const right = x + box.width;
  const bottom = y + box.height;
  const k = r * (1 - KAPPA);
  return [
    `${num(x + r)} ${num(y)} m ${num(right - r)} ${num(y)} l`,
    curve([right - k, y, right, y + k, right, y + r]),
    `${num(right)} ${num(bottom - r)} l`,
    curve([right, bottom - k, right - k, bottom, right - r, bottom]),
    `${num(x + r)} ${num(bottom)} l`,
    curve([x + k, bottom, x, bottom - k, x, bottom - r]),
    `${num(x)} ${num(y + r)} l`,
    curve([x, y + k, x + k, y, x + r, y]),
    'h',
  ].join(' ');
}

/** How far control points are along the tangent for a quarter of a circle. */
const KAPPA = 0.5523;

function ellipse({ x, y, width, height }: Rectangle): string {
  const rx = width / 2;
  const ry = height / 2;
  const cx = x + rx;
  const cy = y + ry;
  const kx = rx * KAPPA;
  const ky = ry * KAPPA;
  return [
    `${num(cx + rx)} ${num(cy)} m`,
    curve([cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry]),
    curve([cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy]),
    curve([cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry]),
    curve([cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy]),
    'h',
  ].join(' ');
}

function curve(points: number[]): string {
  return `${points.map(num).join(' ')} c`;
}

function linePath({ x, y, width, height, direction }: ShapeItem, shrink: number): string {
  // Flat lines are drawn through the middle of their box.
  const isFlat = height <= 1 || width <= 1;
  const [top, bottom] = isFlat && width >= height ? [y + height / 2, y + height / 2] : [y, y + height];
  const [left, right] = isFlat && height > width ? [x + width / 2, x + width / 2] : [x, x + width];
  const [from, to] = direction === 'up' ? [bottom, top] : [top, bottom];
  return `${num(left)} ${num(from + shrink)} m ${num(right)} ${num(to + shrink)} l`;
}

function sideLine({ x, y, width, height }: Rectangle, side: Side, shrink: number): string {
  const right = x + width;
  const bottom = y + height;
  const lines = {
    top: [x, y + shrink, right, y + shrink],
    right: [right - shrink, y, right - shrink, bottom],
    bottom: [x, bottom - shrink, right, bottom - shrink],
    left: [x + shrink, y, x + shrink, bottom],
  };
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = lines[side];
  return `${num(x1)} ${num(y1)} m ${num(x2)} ${num(y2)} l`;
}

function inset({ x, y, width, height }: Rectangle, by: number): Rectangle {
  return { x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by };
}

function isSame(a: Border | undefined, b: Border): boolean {
  return a !== undefined && a.width === b.width && a.color === b.color && a.style === b.style;
}
