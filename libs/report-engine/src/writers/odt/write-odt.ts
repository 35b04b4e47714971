import type { Fill, Writer } from '../../fill/types.ts';
import { printableWidth } from '../../template/page-size.ts';
import type { Element, Template } from '../../template/types.ts';
import { runsFromRight } from '../direction.ts';
import { openFlow, type Flow } from '../flow/open-flow.ts';
import {
  manifestEntry,
  metaEntry,
  mimeTypeEntry,
  ODF_NAMESPACES,
  pictureEntries,
  pictureFrame,
} from '../odf/odf-package.ts';
import { openPictures, type PictureOptions } from '../pictures.ts';
import { spoolTexts } from '../spool-texts.ts';
import { XML_DECLARATION } from '../xml-text.ts';
import { writeZip, type ZipEntry } from '../zip/write-zip.ts';
import { columnStyle, odtOfBlock, type BlockContext } from './odt-blocks.ts';
import { createOdtStyles } from './odt-styles.ts';
import { stylesPart } from './styles-part.ts';

const TYPE = 'application/vnd.oasis.opendocument.text';

/** A text of OpenDocument: one table whose header is repeated on each page, with page header and footer. */
export function createOdtWriter(options: PictureOptions = {}): Writer {
  return async (fill, { stream }, signal) => {
    const flow = openFlow(fill);
    await writeZip(writeParts(fill, flow, options), stream, { modified: fill.settings.now, signal });
    return { rows: flow.rows };
  };
}

async function* writeParts(fill: Fill, flow: Flow, options: PictureOptions): AsyncGenerator<ZipEntry> {
  const pictures = await openPictures(fill, options);
  const styles = createOdtStyles();
  const context: BlockContext = {
    grid: flow.grid,
    styles,
    drawPicture: (element) => pictureFrame(pictures.add(element), { ...element, anchor: 'as-char' }),
  };
  const pageTexts = (kind: 'pageHeader' | 'pageFooter'): string =>
    flow
      .pageBlocks(kind)
      .map((block) => odtOfBlock(block, context))
      .join('');

  yield mimeTypeEntry(TYPE);
  const body = await spoolTexts(writeBody(), fill.scratch);
  try {
    yield { name: 'content.xml', content: writeContent() };
    const edges = { header: pageTexts('pageHeader'), footer: pageTexts('pageFooter') };
    yield { name: 'styles.xml', content: stylesPart(fill, { ...edges, styles: styles.writeStyles() }) };
    yield metaEntry(fill);
    yield* pictureEntries(pictures.all.values());
    yield manifestEntry(TYPE, ['content.xml', 'styles.xml', 'meta.xml'], pictures.all.values());
  } finally {
    await body.close();
  }

  async function* writeBody(): AsyncGenerator<string> {
    for await (const block of flow.blocks()) yield odtOfBlock(block, context);
  }

  async function* writeContent(): AsyncGenerator<string | Uint8Array> {
    yield `${XML_DECLARATION}<office:document-content${ODF_NAMESPACES} office:version="1.2"><office:automatic-styles>${tableStyles(fill.template, flow)}${styles.writeCells()}</office:automatic-styles><office:body><office:text>`;
    yield* body.read();
    yield '</office:text></office:body></office:document-content>';
  }
}

/** Styles of the table and of columns in all widths that the template has: LibreOffice takes none of them from `styles.xml`. */
function tableStyles(template: Template, { grid }: Flow): string {
  const widths = new Map(
    [...grid.columns.map(({ width }) => width), ...widthsOfTables(template)].map((width) => [
      columnStyle(width),
      width,
    ]),
  );
  const columns = Array.from(
    widths,
    ([name, width]) =>
      `<style:style style:name="${name}" style:family="table-column"><style:table-column-properties style:column-width="${Math.max(1, width)}pt"/></style:style>`,
  );
  const total = Math.min(
    printableWidth(template.page),
    grid.columns.reduce((sum, { width }) => sum + width, 0),
  );
  return (
    `<style:style style:name="Table" style:family="table"><style:table-properties style:width="${total}pt" table:align="left" table:border-model="collapsing" style:may-break-between-rows="true" style:writing-mode="${runsFromRight(template) ? 'rl-tb' : 'lr-tb'}"/></style:style>` +
    `<style:style style:name="Row" style:family="table-row"><style:table-row-properties fo:keep-together="always"/></style:style>${columns.join('')}`
  );
}

function widthsOfTables({ bands, groups }: Template): number[] {
  const all = [...Object.values(bands).flat(), ...groups.flatMap(({ header, footer }) => [header, footer])];
  const widthsOf = (elements: readonly Element[]): number[] =>
    elements.flatMap((element) => {
      if (element.kind === 'table') return element.columns.map(({ width }) => width);
      if (element.kind === 'frame') return widthsOf(element.elements);
      return element.kind === 'list' ? widthsOf(element.band.elements) : [];
    });
  return all.flatMap((band) => widthsOf(band?.elements ?? []));
}
