import type { Fill, Writer } from '../../fill/types.ts';
import { pageSize } from '../../template/page-size.ts';
import { runsFromRight } from '../direction.ts';
import { checkTableColumns } from '../flow/table-columns.ts';
import { openFlow, type Flow } from '../flow/open-flow.ts';
import { openPictures, type PictureOptions } from '../pictures.ts';
import { writeTexts } from '../write-texts.ts';
import { rtfOfBlock } from './rtf-blocks.ts';
import { createRtfStyles } from './rtf-styles.ts';
import { rtfText } from './rtf-text.ts';

/**
 * A document in Rich Text Format: one table whose header is repeated on each page, with page header and footer.
 * @throws AppError 422 for more than 63 columns.
 */
export function createRtfWriter(options: PictureOptions = {}): Writer {
  return async (fill, { stream }, signal) => {
    const flow = openFlow(fill);
    checkTableColumns(flow.grid);
    await writeTexts(writeDocument(fill, flow, options), stream, signal);
    return { rows: flow.rows };
  };
}

async function* writeDocument(fill: Fill, flow: Flow, options: PictureOptions): AsyncGenerator<string> {
  const pictures = await openPictures(fill, { ...options, keep: false });
  const context = {
    ...{ grid: flow.grid, fromRight: runsFromRight(fill.template) },
    ...{ styles: createRtfStyles(fill), pictures },
  };
  const edge = (word: 'header' | 'footer', kind: 'pageHeader' | 'pageFooter'): string => {
    const texts = flow.pageBlocks(kind).map((block) => rtfOfBlock(block, context));
    return texts.length > 0 ? `{\\${word} ${texts.join('')}}\n` : '';
  };
  const blocks = flow.blocks();
  // The values of headers and footers are known with the first block, and they must come before it.
  const first = await blocks.next();
  yield `${documentStart(fill, context.styles.tables)}${edge('header', 'pageHeader')}${edge('footer', 'pageFooter')}`;
  if (!first.done) yield rtfOfBlock(first.value, context);
  for await (const block of blocks) yield rtfOfBlock(block, context);
  yield '}\n';
}

function documentStart({ template, settings }: Fill, tables: string): string {
  const { width, height } = pageSize(template.page);
  const { top, right, bottom, left } = template.page.margins;
  const twips = (points: number): number => Math.round(points * 20);
  const now = settings.now;
  return (
    `{\\rtf1\\ansi\\ansicpg1252\\deff0\\uc1${tables}{\\info{\\title ${rtfText(template.title)}}` +
    `{\\creatim\\yr${now.getUTCFullYear()}\\mo${now.getUTCMonth() + 1}\\dy${now.getUTCDate()}\\hr${now.getUTCHours()}\\min${now.getUTCMinutes()}}}\n` +
    `\\paperw${twips(width)}\\paperh${twips(height)}${width > height ? '\\landscape' : ''}` +
    `\\margl${twips(left)}\\margr${twips(right)}\\margt${twips(top)}\\margb${twips(bottom)}\\fs20\n`
  );
}
