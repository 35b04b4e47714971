import type { ResolvedStyle } from '../../fill/types.ts';
import { boxAttributes, paddingAttributes, paragraphProperties, textProperties } from '../odf/odf-style.ts';
import type { TabStop } from '../flow/tab-stops.ts';
import { createStyleCache } from '../style-cache.ts';

export interface ParagraphLook {
  heading?: number;
  rightToLeft: boolean;
  keepNext: boolean;
  tabStops?: readonly TabStop[];
}

/** Looks of paragraphs, named as they come. They are common styles of `styles.xml`, which is written after the text. */
export interface OdtStyles {
  nameOf(style: ResolvedStyle, look: ParagraphLook): string;
  writeStyles(): string;
}

export function createOdtStyles(): OdtStyles {
  const all: string[] = [];
  const namesOf = createStyleCache(() => new Map<string, string>());
  return {
    nameOf: (style, { heading = 0, rightToLeft, keepNext, tabStops = [] }) => {
      const names = namesOf(style);
      const stops = tabStops.map(tabStopXml).join('');
      const key = `${heading}${rightToLeft ? 'r' : ''}${keepNext ? 'k' : ''}${stops}`;
      let name = names.get(key);
      if (name === undefined) {
        name = `Look_${all.length + 1}`;
        names.set(key, name);
        const parent = heading > 0 ? `Heading_${heading}` : 'Standard';
        // A heading keeps the size of its level where the template names none.
        const text = heading > 0 && style.size === undefined ? '' : textProperties(style);
        all.push(
          `<style:style style:name="${name}" style:family="paragraph" style:parent-style-name="${parent}">` +
            `${paragraphProperties(style, rightToLeft, {
              more: `${keepNext ? ' fo:keep-with-next="always"' : ''}${boxAttributes(style)}${paddingAttributes(style)}`,
              inside: stops && `<style:tab-stops>${stops}</style:tab-stops>`,
            })}${text}</style:style>`,
        );
      }
      return name;
    },
    writeStyles: () => all.join(''),
  };
}

function tabStopXml({ align, position }: TabStop): string {
  return `<style:tab-stop style:position="${position}pt" style:type="${align}"/>`;
}
