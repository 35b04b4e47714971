import type { RunSettings } from '../../fill/types.ts';
import type { Template } from '../../template/types.ts';
import { XML_DECLARATION, xmlAttribute, xmlText } from '../xml-text.ts';

const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
export const OFFICE_RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument';

export interface Relation {
  id: string;
  type: string;
  target: string;
  external?: boolean;
}

/** A part of relations; types are those of office documents unless they are whole addresses. */
export function relationsPart(relations: Relation[]): string {
  const items = relations.map(
    ({ id, type, target, external }) =>
      `<Relationship Id="${id}" Type="${type.includes('://') ? type : `${OFFICE_RELATIONS}/${type}`}" Target="${xmlAttribute(target)}"${external ? ' TargetMode="External"' : ''}/>`,
  );
  return `${XML_DECLARATION}<Relationships xmlns="${RELATIONS}">${items.join('')}</Relationships>`;
}

/** What a document says about itself; a fill has it. */
export interface DocumentInfo {
  template: Pick<Template, 'title' | 'lang'>;
  settings: Pick<RunSettings, 'now'>;
}

/** Title, language and time of the document. */
export function corePropertiesPart({ template, settings }: DocumentInfo): string {
  const time = settings.now.toISOString().replace(/\.\d+Z$/, 'Z');
  return (
    `${XML_DECLARATION}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` +
    `<dc:title>${xmlText(template.title)}</dc:title><dcterms:created xsi:type="dcterms:W3CDTF">${time}</dcterms:created>${template.lang ? `<dc:language>${xmlText(template.lang)}</dc:language>` : ''}</cp:coreProperties>`
  );
}

export function packageRelations(document: string): string {
  return relationsPart([
    { id: 'document', type: 'officeDocument', target: document },
    {
      id: 'core',
      type: 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
      target: 'docProps/core.xml',
    },
  ]);
}

/** The list of the parts' types; `parts` maps the address of a part to its type without the common beginning. */
export function contentTypesPart(parts: Record<string, string>): string {
  const overrides = Object.entries(parts).map(
    ([name, type]) =>
      `<Override PartName="/${name}" ContentType="${type.includes('/') ? type : `${TYPES}.${type}+xml`}"/>`,
  );
  return (
    `${XML_DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/>` +
    `<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>${overrides.join('')}</Types>`
  );
}
