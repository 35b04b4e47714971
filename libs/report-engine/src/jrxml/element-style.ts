import type { Border, ElementStyle } from '../template/types.ts';
import { readColor } from './colors.ts';
import type { RawStyle } from './raw-style.ts';

const ALIGN = { Left: 'left', Center: 'center', Right: 'right', Justified: 'justify' } as const;
const VERTICAL_ALIGN = { Top: 'top', Middle: 'middle', Bottom: 'bottom', Justified: 'top' } as const;
/** Clockwise: a text that is turned left reads from bottom to top. */
const ROTATION = { None: 0, Right: 90, UpsideDown: 180, Left: 270 } as const;
const LINE_SPACING: Readonly<Record<string, number>> = {
  Single: 1,
  '1_1_2': 1.5,
  OneAndHalf: 1.5,
  Double: 2,
};
const LINE_STYLES = { Solid: 'solid', Dashed: 'dashed', Dotted: 'dotted', Double: 'double' } as const;
const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/**
 * The properties that a style, condition or element has of its own. Boxes are given whole, with the sides that they inherit, since
 * JasperReports inherits each side of a box alone.
 */
export function toElementStyle(own: RawStyle, effective: RawStyle): ElementStyle {
  const keys = Object.keys(own);
  return withoutAbsent({
    font: own.fontName,
    size: toNumber(own.fontSize),
    bold: toFlag(own.bold),
    italic: toFlag(own.italic),
    underline: toFlag(own.underline),
    strikeThrough: toFlag(own.strikeThrough),
    color: readColor(own.forecolor),
    align: choose(ALIGN, own.hTextAlign),
    verticalAlign: choose(VERTICAL_ALIGN, own.vTextAlign),
    rotation: choose(ROTATION, own.rotation),
    lineSpacing: toLineSpacing(own),
    pattern: own.pattern,
    radius: toNumber(own.radius),
    pen: keys.some((key) => key.startsWith('pen.')) ? toPen(effective, 'pen', 1) : undefined,
    padding: keys.some((key) => /^box\.\w*[pP]adding$/.test(key)) ? toPadding(effective) : undefined,
    border: keys.some((key) => /^box\.\w*[pP]en\./.test(key)) ? toBorders(effective) : undefined,
  });
}

/** The line of a shape, which is one point wide and of the fore colour where nothing else is said. */
export function toPen(raw: RawStyle, path: string, defaultWidth: number): Border {
  return {
    width: toNumber(raw[`${path}.lineWidth`]) ?? defaultWidth,
    color: readColor(raw[`${path}.lineColor`]) ?? readColor(raw.forecolor) ?? '#000000',
    style: choose(LINE_STYLES, raw[`${path}.lineStyle`]) ?? 'solid',
  };
}

/** The background that is drawn: none where the mode is transparent. */
export function drawnBackground(raw: RawStyle, isOpaqueByDefault: boolean): string | undefined {
  const mode = raw.mode ?? (isOpaqueByDefault ? 'Opaque' : 'Transparent');
  return mode === 'Opaque' ? (readColor(raw.backcolor) ?? '#FFFFFF') : undefined;
}

/** Leaves out members that are undefined. */
export function withoutAbsent<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}

function toBorders(raw: RawStyle): ElementStyle['border'] {
  const borders: NonNullable<ElementStyle['border']> = {};
  for (const side of SIDES) {
    const merged: Record<string, string> = {
      ...(raw.forecolor === undefined ? {} : { forecolor: raw.forecolor }),
    };
    for (const key of ['lineWidth', 'lineStyle', 'lineColor']) {
      const value = raw[`box.${side}Pen.${key}`] ?? raw[`box.pen.${key}`];
      if (value !== undefined) merged[`pen.${key}`] = value;
    }
    const pen = toPen(merged, 'pen', 0);
    if (pen.width > 0) borders[side] = pen;
  }
  return borders;
}

function toPadding(raw: RawStyle): ElementStyle['padding'] {
  return withoutAbsent(
    Object.fromEntries(
      SIDES.map((side) => [side, toNumber(raw[`box.${side}Padding`]) ?? toNumber(raw['box.padding'])]),
    ),
  );
}

function toLineSpacing(own: RawStyle): number | undefined {
  const spacing = own['paragraph.lineSpacing'];
  if (spacing === undefined) return undefined;
  return spacing === 'Proportional' ? toNumber(own['paragraph.lineSpacingSize']) : LINE_SPACING[spacing];
}

function toFlag(text: string | undefined): boolean | undefined {
  return text === undefined ? undefined : text === 'true';
}

function toNumber(text: string | undefined): number | undefined {
  const number = text === undefined || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function choose<T extends object>(choices: T, key: string | undefined): T[keyof T] | undefined {
  return key !== undefined && Object.hasOwn(choices, key) ? choices[key as keyof T] : undefined;
}
