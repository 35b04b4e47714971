import type { ResolvedStyle } from '../../fill/types.ts';
import { boxAttributes, paragraphProperties, textProperties } from '../odf/odf-style.ts';
import { createStyleCache } from '../style-cache.ts';

export interface ParagraphLook {
  heading?: number;
  rightToLeft: boolean;
  keepNext: boolean;
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
    nameOf: (style, { heading = 0, rightToLeft, keepNext }) => {
      const names = namesOf(style);
      const key = `${heading}${rightToLeft ? 'r' : ''}${keepNext ? 'k' : ''}`;
      let name = names.get(key);
      if (name === undefined) {
        name = `Look_${all.length + 1}`;
        names.set(key, name);
        const parent = heading > 0 ? `Heading_${heading}` : 'Standard';
        // A heading keeps the size of its level where the template names none.
        const text = heading > 0 && style.size === undefined ? '' : textProperties(style);
        all.push(
          `<style:style style:name="${name}" style:family="paragraph" style:parent-style-name="${parent}">` +
            `${paragraphProperties(style, rightToLeft, `${keepNext ? ' fo:keep-with-next="always"' : ''}${boxAttributes(style)}`)}${text}</style:style>`,
        );
      }
      return name;
    },
    writeStyles: () => all.join(''),
  };
}
