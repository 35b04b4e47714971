import type { ResolvedStyle } from '../../fill/types.ts';
import { DEFAULT_FONT_SIZE, documentFont, hexColor } from '../document-fonts.ts';
import { createStyleCache } from '../style-cache.ts';
import { XML_DECLARATION, xmlAttribute } from '../xml-text.ts';

/** Looks of paragraphs as styles of the document, named as they come; `styles.xml` lists them at the end. */
export interface DocxStyles {
  nameOf(style: ResolvedStyle, heading?: number): string;
  writePart(lang: string): string;
}

const RIGHT_TO_LEFT_LANGUAGE = 'ar-SA';

export function createDocxStyles(): DocxStyles {
  const all: string[] = [];
  const namesOf = createStyleCache(() => new Map<number, string>());
  return {
    nameOf: (style, heading = 0) => {
      const names = namesOf(style);
      let name = names.get(heading);
      if (name === undefined) {
        name = `Look${all.length + 1}`;
        names.set(heading, name);
        all.push(
          `<w:style w:type="paragraph" w:customStyle="1" w:styleId="${name}"><w:name w:val="Look ${all.length + 1}"/><w:basedOn w:val="${heading > 0 ? `Heading${heading}` : 'Normal'}"/><w:pPr>${alignment(style)}</w:pPr>${runProperties(style)}</w:style>`,
        );
      }
      return name;
    },
    writePart: (lang) =>
      `${XML_DECLARATION}<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:docDefaults><w:rPrDefault><w:rPr>${fonts(undefined)}<w:sz w:val="${DEFAULT_FONT_SIZE * 2}"/><w:szCs w:val="${DEFAULT_FONT_SIZE * 2}"/><w:lang w:val="${xmlAttribute(lang)}" w:eastAsia="zh-CN" w:bidi="${RIGHT_TO_LEFT_LANGUAGE}"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="0"/></w:pPr></w:pPrDefault></w:docDefaults>` +
      '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>' +
      [1, 2, 3].map(headingStyle).join('') +
      `${all.join('')}</w:styles>`,
  };
}

function headingStyle(level: number): string {
  const size = 36 - level * 4;
  return `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr><w:keepNext/><w:spacing w:before="120" w:after="60"/><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:rPr><w:b/><w:bCs/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/></w:rPr></w:style>`;
}

function alignment({ align }: ResolvedStyle): string {
  return align ? `<w:jc w:val="${align === 'justify' ? 'both' : align}"/>` : '';
}

function fonts(font: string | undefined): string {
  const name = xmlAttribute(documentFont(font));
  return `<w:rFonts w:ascii="${name}" w:hAnsi="${name}" w:cs="${name}"/>`;
}

function runProperties({ font, size, bold, italic, underline, strikeThrough, color }: ResolvedStyle): string {
  const hex = hexColor(color);
  const halves = size === undefined ? null : Math.round(size * 2);
  return (
    `<w:rPr>${font ? fonts(font) : ''}${bold ? '<w:b/><w:bCs/>' : ''}${italic ? '<w:i/><w:iCs/>' : ''}${strikeThrough ? '<w:strike/>' : ''}` +
    `${hex ? `<w:color w:val="${hex}"/>` : ''}${halves ? `<w:sz w:val="${halves}"/><w:szCs w:val="${halves}"/>` : ''}${underline ? '<w:u w:val="single"/>' : ''}</w:rPr>`
  );
}
