import type { Fill, Writer } from '../../fill/types.ts';
import { pageSize } from '../../template/page-size.ts';
import { runsFromRight } from '../direction.ts';
import { openFlow, type Flow } from '../flow/open-flow.ts';
import { checkTableColumns } from '../flow/table-columns.ts';
import {
  contentTypesPart,
  corePropertiesPart,
  OFFICE_RELATIONS,
  packageRelations,
} from '../ooxml/package-parts.ts';
import { openPictures, type PictureOptions } from '../pictures.ts';
import { XML_DECLARATION } from '../xml-text.ts';
import { writeZip, type ZipEntry } from '../zip/write-zip.ts';
import { docxOfBlock } from './docx-blocks.ts';
import { createDocxStyles } from './docx-styles.ts';
import { twips } from './docx-text.ts';
import { createPartRelations } from './part-relations.ts';

const NAMESPACES = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE_RELATIONS}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"`;

const DOCUMENT_RELATIONS = [
  { id: 'styles', type: 'styles', target: 'styles.xml' },
  { id: 'header', type: 'header', target: 'header.xml' },
  { id: 'footer', type: 'footer', target: 'footer.xml' },
];
const PART_TYPES = {
  'word/document.xml': 'wordprocessingml.document.main',
  'word/styles.xml': 'wordprocessingml.styles',
  'word/header.xml': 'wordprocessingml.header',
  'word/footer.xml': 'wordprocessingml.footer',
};

/**
 * A document of Word: one table whose header is repeated on each page, with page header and footer.
 * @throws AppError 422 for more than 63 columns.
 */
export function createDocxWriter(options: PictureOptions = {}): Writer {
  return async (fill, { stream }, signal) => {
    const flow = openFlow(fill);
    checkTableColumns(flow.grid);
    await writeZip(writeParts(fill, flow, options), stream, { modified: fill.settings.now, signal });
    return { rows: flow.rows };
  };
}

async function* writeParts(fill: Fill, flow: Flow, options: PictureOptions): AsyncGenerator<ZipEntry> {
  const styles = createDocxStyles();
  const fromRight = runsFromRight(fill.template);
  const pictures = await openPictures(fill, options);
  const relations = createPartRelations(pictures, DOCUMENT_RELATIONS);
  yield { name: 'word/document.xml', content: writeDocument() };

  // Headers and footers are written after the text, since only then their values are known; the text names them beforehand.
  for (const kind of ['header', 'footer'] as const) {
    const own = createPartRelations(pictures);
    const context = { grid: flow.grid, fromRight, styles, ...own };
    const blocks = flow.pageBlocks(kind === 'header' ? 'pageHeader' : 'pageFooter');
    const content = blocks.map((block) => docxOfBlock(block, context)).join('') || '<w:p/>';
    const tag = kind === 'header' ? 'w:hdr' : 'w:ftr';
    yield {
      name: `word/${kind}.xml`,
      content: `${XML_DECLARATION}<${tag} ${NAMESPACES}>${content}</${tag}>`,
    };
    if (!own.isEmpty) yield { name: `word/_rels/${kind}.xml.rels`, content: own.writePart() };
  }
  yield { name: 'word/_rels/document.xml.rels', content: relations.writePart() };
  yield { name: 'word/styles.xml', content: styles.writePart(fill.template.lang ?? fill.settings.locale) };
  for (const { name, bytes } of pictures.all.values())
    yield { name: `word/media/${name}`, content: bytes, stored: true };
  yield { name: 'docProps/core.xml', content: corePropertiesPart(fill) };
  yield { name: '_rels/.rels', content: packageRelations('word/document.xml') };
  yield { name: '[Content_Types].xml', content: contentTypesPart(PART_TYPES) };

  async function* writeDocument(): AsyncGenerator<string> {
    const context = { grid: flow.grid, fromRight, styles, ...relations };
    yield `${XML_DECLARATION}<w:document ${NAMESPACES}><w:body>`;
    for await (const block of flow.blocks()) yield docxOfBlock(block, context);
    yield `${sectionOf(fill)}</w:body></w:document>`;
  }
}

function sectionOf({ template: { page } }: Fill): string {
  const { width, height } = pageSize(page);
  const { top, right, bottom, left } = page.margins;
  const orientation = width > height ? ' w:orient="landscape"' : '';
  return (
    '<w:sectPr><w:headerReference w:type="default" r:id="header"/><w:footerReference w:type="default" r:id="footer"/>' +
    `<w:pgSz w:w="${twips(width)}" w:h="${twips(height)}"${orientation}/>` +
    `<w:pgMar w:top="${twips(top)}" w:right="${twips(right)}" w:bottom="${twips(bottom)}" w:left="${twips(left)}" w:header="${twips(top / 2)}" w:footer="${twips(bottom / 2)}" w:gutter="0"/></w:sectPr>`
  );
}
