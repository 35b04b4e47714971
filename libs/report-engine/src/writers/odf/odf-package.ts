import type { Fill } from '../../fill/types.ts';
import type { Picture } from '../pictures.ts';
import { XML_DECLARATION, xmlAttribute, xmlText } from '../xml-text.ts';
import type { ZipEntry } from '../zip/write-zip.ts';

/** Namespaces of all parts. `of` is that of formulas, without which LibreOffice warns. */
export const ODF_NAMESPACES = Object.entries({
  office: 'urn:oasis:names:tc:opendocument:xmlns:office:1.0',
  style: 'urn:oasis:names:tc:opendocument:xmlns:style:1.0',
  text: 'urn:oasis:names:tc:opendocument:xmlns:text:1.0',
  table: 'urn:oasis:names:tc:opendocument:xmlns:table:1.0',
  draw: 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0',
  fo: 'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0',
  xlink: 'http://www.w3.org/1999/xlink',
  dc: 'http://purl.org/dc/elements/1.1/',
  meta: 'urn:oasis:names:tc:opendocument:xmlns:meta:1.0',
  number: 'urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0',
  svg: 'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0',
  of: 'urn:oasis:names:tc:opendocument:xmlns:of:1.2',
  config: 'urn:oasis:names:tc:opendocument:xmlns:config:1.0',
})
  .map(([prefix, address]) => ` xmlns:${prefix}="${address}"`)
  .join('');

/** The first entry; readers know the type of the file by its place and by its not being compressed. */
export function mimeTypeEntry(type: string): ZipEntry {
  return { name: 'mimetype', content: type, stored: true };
}

/** Title, language and time. */
export function metaEntry({ template, settings }: Fill): ZipEntry {
  const time = settings.now.toISOString().replace(/Z$/, '');
  return {
    name: 'meta.xml',
    content:
      `${XML_DECLARATION}<office:document-meta${ODF_NAMESPACES} office:version="1.2"><office:meta>` +
      `<dc:title>${xmlText(template.title)}</dc:title><meta:creation-date>${time}</meta:creation-date>` +
      `${template.lang ? `<dc:language>${xmlText(template.lang)}</dc:language>` : ''}</office:meta></office:document-meta>`,
  };
}

export function* pictureEntries(pictures: Iterable<Picture>): Generator<ZipEntry> {
  for (const { name, bytes } of pictures) yield { name: `Pictures/${name}`, content: bytes, stored: true };
}

/** The list of all parts; it comes last. */
export function manifestEntry(type: string, parts: string[], pictures: Iterable<Picture>): ZipEntry {
  const entry = (path: string, media: string) =>
    `<manifest:file-entry manifest:full-path="${xmlAttribute(path)}" manifest:media-type="${media}"/>`;
  return {
    name: 'META-INF/manifest.xml',
    content:
      `${XML_DECLARATION}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2">` +
      [
        entry('/', type),
        ...parts.map((part) => entry(part, 'text/xml')),
        ...Array.from(pictures, ({ name, mime }) => entry(`Pictures/${name}`, mime)),
      ].join('') +
      '</manifest:manifest>',
  };
}

/** A picture in a frame of the given size in points. */
export function pictureFrame(
  { name, alt }: Picture,
  { width, height, anchor }: { width: number; height: number; anchor?: 'as-char' },
): string {
  return (
    `<draw:frame${anchor ? ` text:anchor-type="${anchor}"` : ''} svg:width="${width}pt" svg:height="${height}pt">` +
    `<draw:image xlink:href="Pictures/${name}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/>` +
    `${alt ? `<svg:desc>${xmlText(alt)}</svg:desc>` : ''}</draw:frame>`
  );
}
