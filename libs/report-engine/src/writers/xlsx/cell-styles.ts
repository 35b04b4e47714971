import type { ResolvedStyle } from '../../fill/types.ts';
import { beginsInside } from '../sheet/begins-inside.ts';
import type { Border } from '../../template/types.ts';
import { DEFAULT_FONT_SIZE, documentFont, hexColor } from '../document-fonts.ts';
import { xmlAttribute, XML_DECLARATION } from '../xml-text.ts';

/** What the look of a cell depends on beside its style. */
export interface CellFormat {
  numberFormat: string;
  wrap: boolean;
  rightToLeft: boolean;
}

/** Looks of cells, numbered as they come; `styles.xml` lists them at the end. */
export interface CellStyles {
  indexOf(style: ResolvedStyle, format: CellFormat): number;
  writePart(): string;
}

const BUILT_IN: Record<string, number> = { General: 0, '@': 49 };
const FIRST_OWN_FORMAT = 164;
const SIDES = ['left', 'right', 'top', 'bottom'] as const;

export function createCellStyles(): CellStyles {
  const fonts = createList([fontXml({})]);
  // Excel expects these two before all others.
  const fills = createList([
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
  ]);
  const borders = createList([borderXml({})]);
  const formats = createList([]);
  const looks = createList(['<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>']);

  function formatId(format: string): number {
    const builtIn = BUILT_IN[format];
    return builtIn ?? FIRST_OWN_FORMAT + formats.indexOf(format);
  }

  return {
    indexOf: (style, format) => {
      const background = hexColor(style.background);
      const ids = {
        numFmtId: formatId(format.numberFormat),
        fontId: fonts.indexOf(fontXml(style)),
        fillId: background ? fills.indexOf(fillXml(background)) : 0,
        borderId: borders.indexOf(borderXml(style)),
      };
      const numbers = Object.entries(ids)
        .map(([name, id]) => ` ${name}="${id}"`)
        .join('');
      return looks.indexOf(
        `<xf${numbers} xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">${alignmentXml(style, format)}</xf>`,
      );
    },
    writePart: () =>
      `${XML_DECLARATION}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
      (formats.all.length > 0
        ? `<numFmts count="${formats.all.length}">${formats.all.map((format, index) => `<numFmt numFmtId="${FIRST_OWN_FORMAT + index}" formatCode="${xmlAttribute(format)}"/>`).join('')}</numFmts>`
        : '') +
      listXml('fonts', fonts.all) +
      listXml('fills', fills.all) +
      listXml('borders', borders.all) +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      listXml('cellXfs', looks.all) +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  };
}

function createList(first: string[]): { all: string[]; indexOf(item: string): number } {
  const all = [...first];
  const indexes = new Map(all.map((item, index) => [item, index]));
  return {
    all,
    indexOf: (item) => {
      const known = indexes.get(item);
      if (known !== undefined) return known;
      indexes.set(item, all.length);
      return all.push(item) - 1;
    },
  };
}

function listXml(name: string, items: string[]): string {
  return `<${name} count="${items.length}">${items.join('')}</${name}>`;
}

function fontXml({ font, size, bold, italic, underline, strikeThrough, color }: ResolvedStyle): string {
  const hex = hexColor(color);
  return `<font>${bold ? '<b/>' : ''}${italic ? '<i/>' : ''}${strikeThrough ? '<strike/>' : ''}${underline ? '<u/>' : ''}<sz val="${size ?? DEFAULT_FONT_SIZE}"/>${hex ? `<color rgb="FF${hex}"/>` : ''}<name val="${xmlAttribute(documentFont(font))}"/></font>`;
}

function fillXml(color: string): string {
  return `<fill><patternFill patternType="solid"><fgColor rgb="FF${color}"/><bgColor indexed="64"/></patternFill></fill>`;
}

function borderXml({ border }: ResolvedStyle): string {
  const side = (name: (typeof SIDES)[number]): string => {
    const line = border?.[name];
    return line && line.width > 0
      ? `<${name} style="${lineStyle(line)}"><color rgb="FF${hexColor(line.color) ?? '000000'}"/></${name}>`
      : `<${name}/>`;
  };
  return `<border>${SIDES.map(side).join('')}<diagonal/></border>`;
}

function lineStyle({ width, style }: Border): string {
  if (style !== 'solid') return style;
  return width <= 0.5 ? 'hair' : width <= 1 ? 'thin' : width <= 2 ? 'medium' : 'thick';
}

function alignmentXml(style: ResolvedStyle, { numberFormat, wrap, rightToLeft }: CellFormat): string {
  const { align, verticalAlign } = style;
  const vertical = verticalAlign === 'middle' ? 'center' : (verticalAlign ?? 'top');
  const isIndented = numberFormat === '@' && !rightToLeft && beginsInside(style);
  const horizontal = isIndented ? 'left' : align;
  return `<alignment${horizontal ? ` horizontal="${horizontal}"` : ''} vertical="${vertical}"${isIndented ? ' indent="1"' : ''}${wrap ? ' wrapText="1"' : ''}${rightToLeft ? ' readingOrder="2"' : ''}/>`;
}
