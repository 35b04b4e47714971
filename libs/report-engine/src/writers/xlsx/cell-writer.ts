import type { Fill, ResolvedStyle } from '../../fill/types.ts';
import { isRightToLeft } from '../direction.ts';
import { cellText } from '../sheet/sheet-limits.ts';
import { numberFormatOf } from '../sheet/number-format.ts';
import { serialNumber, sheetValueOf, type SheetValue } from '../sheet/sheet-value.ts';
import type { SheetCell } from '../sheet/types.ts';
import { createStyleCache } from '../style-cache.ts';
import type { CellStyles } from './cell-styles.ts';
import { inlineString } from './inline-string.ts';

/** Writes a cell as XML; `reference` is such as `B7`. */
export type CellWriter = (cell: SheetCell, reference: string) => string;

export function createCellWriter(fill: Fill, styles: CellStyles): CellWriter {
  const { locale, timeZone } = fill.settings;
  const looksOf = createStyleCache((style) => ({ style, looks: new Map<string, number>() }));

  function lookOf(
    style: ResolvedStyle,
    value: SheetValue,
    text: { wrap: boolean; rightToLeft: boolean },
  ): number {
    const { looks } = looksOf(style);
    const scale = value.type === 'number' && value.scale !== undefined ? value.scale : '';
    const key = `${value.type}${scale}${text.wrap ? 'w' : ''}${text.rightToLeft ? 'r' : ''}`;
    let look = looks.get(key);
    if (look === undefined) {
      look = styles.indexOf(style, { ...text, numberFormat: numberFormatOf(value, style.pattern, locale) });
      looks.set(key, look);
    }
    return look;
  }

  return (cell, reference) => {
    const value = sheetValueOf(cell, timeZone);
    const { style } = cell;
    if (value.type === 'text') {
      const text = cellText(value.text, fill);
      const look = lookOf(style, value, {
        wrap: cell.wrap === true || text.includes('\n'),
        rightToLeft: isRightToLeft(text, style),
      });
      return `<c r="${reference}" s="${look}" t="inlineStr">${inlineString(text)}</c>`;
    }
    const look = lookOf(style, value, { wrap: false, rightToLeft: false });
    switch (value.type) {
      case 'empty':
        return `<c r="${reference}" s="${look}"/>`;
      case 'boolean':
        return `<c r="${reference}" s="${look}" t="b"><v>${value.value ? 1 : 0}</v></c>`;
      case 'number':
        return `<c r="${reference}" s="${look}"><v>${value.digits}</v></c>`;
      default:
        return `<c r="${reference}" s="${look}"><v>${serialNumber(value.type, value.local)}</v></c>`;
    }
  };
}
