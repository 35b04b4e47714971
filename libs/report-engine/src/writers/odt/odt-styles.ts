import type { ResolvedStyle } from '../../fill/types.ts';
import type { TabStop } from '../flow/tab-stops.ts';
import { boxAttributes, paragraphProperties, textProperties } from '../odf/odf-style.ts';
import { createStyleCache } from '../style-cache.ts';

export interface ParagraphLook {
  heading?: number | undefined;
  rightToLeft: boolean;
  keepNext: boolean;
  /** Background and borders are those of its cell. */
  inCell: boolean;
  tabStops?: readonly TabStop[];
}

/**
 * Looks of paragraphs and cells, named as they come. Paragraphs have common styles of `styles.xml`; those of cells must come before
 * the text that uses them.
 */
export interface OdtStyles {
  nameOf(style: ResolvedStyle, look: ParagraphLook): string;
  cellNameOf(style: ResolvedStyle): string;
  writeStyles(): string;
  writeCells(): string;
}

export function createOdtStyles(): OdtStyles {
  const all: string[] = [];
  const cells: string[] = [];
  const namesOf = createStyleCache(() => new Map<string, string>());
  const cellNameOf = createStyleCache((style) => {
    const box = cellAttributes(style);
    return `Cell_${cells.includes(box) ? cells.indexOf(box) + 1 : cells.push(box)}`;
  });
  return {
    nameOf: (style, { heading = 0, rightToLeft, keepNext, inCell, tabStops = [] }) => {
      const names = namesOf(style);
      const stops = tabStops.map(tabStopXml).join('');
      const key = `${heading}${rightToLeft ? 'r' : ''}${keepNext ? 'k' : ''}${inCell ? 'c' : ''}${stops}`;
      let name = names.get(key);
      if (name === undefined) {
        name = `Look_${all.length + 1}`;
        names.set(key, name);
        const parent = heading > 0 ? `Heading_${heading}` : 'Standard';
        // A heading keeps the size of its level where the template names none.
        const text = heading > 0 && style.size === undefined ? '' : textProperties(style);
        const paragraph = paragraphProperties(style, rightToLeft, {
          more: `${keepNext ? ' fo:keep-with-next="always"' : ''}${inCell ? '' : boxAttributes(style)}`,
          inside: stops && `<style:tab-stops>${stops}</style:tab-stops>`,
        });
        all.push(
          `<style:style style:name="${name}" style:family="paragraph" style:parent-style-name="${parent}">${paragraph}${text}</style:style>`,
        );
      }
      return name;
    },
    cellNameOf,
    writeStyles: () => all.join(''),
    writeCells: () =>
      cells
        .map(
          (attributes, index) =>
            `<style:style style:name="Cell_${index + 1}" style:family="table-cell"><style:table-cell-properties${attributes}/></style:style>`,
        )
        .join(''),
  };
}

function cellAttributes(style: ResolvedStyle): string {
  const { top = 0, right = 2, bottom = 0, left = 2 } = style.padding ?? {};
  const padding = Object.entries({ top, right, bottom, left })
    .map(([side, points]) => ` fo:padding-${side}="${points}pt"`)
    .join('');
  return ` style:vertical-align="${style.verticalAlign ?? 'top'}"${boxAttributes(style)}${padding}`;
}

function tabStopXml({ align, position }: TabStop): string {
  return `<style:tab-stop style:position="${position}pt" style:type="${align}"/>`;
}
