import type { ResolvedStyle } from '../../fill/types.ts';
import { boxAttributes, paragraphProperties, textProperties } from '../odf/odf-style.ts';
import { beginsInside } from '../sheet/begins-inside.ts';
import type { SheetValue } from '../sheet/sheet-value.ts';
import { createStyleCache } from '../style-cache.ts';
import { numberStyle } from './number-styles.ts';

/** Styles of cells, named as they come. They are common styles of `styles.xml`, which is written after the cells. */
export interface OdsCellStyles {
  nameOf(style: ResolvedStyle, value: SheetValue, text: { wrap: boolean; rightToLeft: boolean }): string;
  writeStyles(): string;
}

export function createOdsCellStyles(locale: string): OdsCellStyles {
  const all: string[] = [];
  const namesOf = createStyleCache(() => new Map<string, string>());
  let count = 0;

  function addStyle(
    style: ResolvedStyle,
    value: SheetValue,
    { wrap, rightToLeft }: { wrap: boolean; rightToLeft: boolean },
  ): string {
    count += 1;
    const name = `Cell_${count}`;
    const dataStyle = numberStyle(value, style.pattern, { name: `N${count}`, locale });
    const vertical = style.verticalAlign ?? 'top';
    const isIndented = value.type === 'text' && !rightToLeft && beginsInside(style);
    const indent = isIndented ? ` fo:padding-left="${style.padding?.left}pt"` : '';
    all.push(
      `${dataStyle ?? ''}<style:style style:name="${name}" style:family="table-cell" style:parent-style-name="Default"${dataStyle ? ` style:data-style-name="N${count}"` : ''}>` +
        `<style:table-cell-properties style:vertical-align="${vertical}"${wrap ? ' fo:wrap-option="wrap"' : ''}${boxAttributes(style)}${indent}${style.align ? ' style:text-align-source="fix"' : ''}/>` +
        `${paragraphProperties(style, rightToLeft, { left: 'start', right: 'end' })}${textProperties(style)}</style:style>`,
    );
    return name;
  }

  return {
    nameOf: (style, value, text) => {
      const names = namesOf(style);
      const scale = value.type === 'number' && value.scale !== undefined ? value.scale : '';
      const key = `${value.type}${scale}${text.wrap ? 'w' : ''}${text.rightToLeft ? 'r' : ''}`;
      let name = names.get(key);
      if (name === undefined) {
        name = addStyle(style, value, text);
        names.set(key, name);
      }
      return name;
    },
    writeStyles: () => all.join(''),
  };
}
