import type { Fill } from '../../fill/types.ts';
import { pageSize } from '../../template/page-size.ts';
import { ODF_NAMESPACES } from '../odf/odf-package.ts';
import { textProperties } from '../odf/odf-style.ts';
import { XML_DECLARATION } from '../xml-text.ts';

/** Styles, page and its header and footer. Without `header-footer-properties` LibreOffice would show neither of them. */
export function stylesPart(
  { template, settings }: Fill,
  { styles, header, footer }: { styles: string; header: string; footer: string },
): string {
  const { width, height } = pageSize(template.page);
  const { top, right, bottom, left } = template.page.margins;
  const orientation = width > height ? 'landscape' : 'portrait';
  const { language, region } = new Intl.Locale(template.lang ?? settings.locale);
  const country = region ?? new Intl.Locale(language).maximize().region ?? 'none';
  const edge = (name: 'header' | 'footer', margin: string): string =>
    `<style:${name}-style><style:header-footer-properties fo:min-height="20pt" ${margin}="6pt" style:dynamic-spacing="false"/></style:${name}-style>`;
  return (
    `${XML_DECLARATION}<office:document-styles${ODF_NAMESPACES} office:version="1.2"><office:styles>` +
    `<style:default-style style:family="paragraph">${textProperties({}).replace('/>', ` fo:language="${language}" fo:country="${country}" style:language-complex="ar" style:country-complex="SA" style:language-asian="zh" style:country-asian="CN"/>`)}</style:default-style>` +
    '<style:style style:name="Standard" style:family="paragraph"/><style:style style:name="Page_break" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties fo:break-before="page"/></style:style>' +
    `${[1, 2, 3].map(headingStyle).join('')}${styles}</office:styles>` +
    `<office:automatic-styles><style:page-layout style:name="pm1"><style:page-layout-properties fo:page-width="${width}pt" fo:page-height="${height}pt" style:print-orientation="${orientation}" fo:margin-top="${top}pt" fo:margin-right="${right}pt" fo:margin-bottom="${bottom}pt" fo:margin-left="${left}pt"/>` +
    `${header && edge('header', 'fo:margin-bottom')}${footer && edge('footer', 'fo:margin-top')}</style:page-layout></office:automatic-styles>` +
    `<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="pm1">${header && `<style:header>${header}</style:header>`}${footer && `<style:footer>${footer}</style:footer>`}</style:master-page></office:master-styles></office:document-styles>`
  );
}

function headingStyle(level: number): string {
  return `<style:style style:name="Heading_${level}" style:display-name="Heading ${level}" style:family="paragraph" style:parent-style-name="Standard" style:default-outline-level="${level}"><style:paragraph-properties fo:margin-top="6pt" fo:margin-bottom="3pt" fo:keep-with-next="always"/>${textProperties({ bold: true, size: 18 - level * 2 })}</style:style>`;
}
