import type { Fill, Writer } from '../../fill/types.ts';
import { openFlow, type Flow } from '../flow/open-flow.ts';
import { hasPageField } from '../flow/text-parts.ts';
import type { FlowBlock } from '../flow/types.ts';
import { openPictures, type Picture, type PictureOptions } from '../pictures.ts';
import { writeTexts } from '../write-texts.ts';
import { htmlOfBlock, type BlockContext } from './html-blocks.ts';
import { htmlStart } from './html-page.ts';
import { createHtmlStyles } from './html-styles.ts';

export interface HtmlOptions extends PictureOptions {
  /** Keeps a picture above 8 KiB and returns its address; without it all pictures are in the page. */
  storePicture?(picture: Picture): Promise<string>;
}

const INLINE_BYTES = 8 * 1024;
/** Blocks whose looks become classes of the head; later ones that are new are attributes. */
const SAMPLED_BLOCKS = 300;

/** One page without script, with a table whose header is repeated on each sheet of paper. */
export function createHtmlWriter(options: HtmlOptions = {}): Writer {
  return async (fill, { stream }, signal) => {
    const flow = openFlow(fill);
    await writeTexts(writePage(fill, flow, options), stream, signal);
    return { rows: flow.rows };
  };
}

async function* writePage(fill: Fill, flow: Flow, options: HtmlOptions): AsyncGenerator<string> {
  const { storePicture } = options;
  const addresses = new Map<string, string>();
  const styles = createHtmlStyles();
  const context: BlockContext = {
    grid: flow.grid,
    styles,
    pictures: await openPictures(fill, { ...options, keep: false }),
    addressOf: async (picture) => {
      if (!storePicture || picture.bytes.length < INLINE_BYTES)
        return `data:${picture.mime};base64,${Buffer.from(picture.bytes).toString('base64')}`;
      const address = addresses.get(picture.name) ?? (await storePicture(picture));
      addresses.set(picture.name, address);
      return address;
    },
  };
  const write = async (kind: 'header' | 'footer', blocks: FlowBlock[]): Promise<string> => {
    const parts = await Promise.all(withoutPageFields(blocks).map((block) => htmlOfBlock(block, context)));
    return parts.length > 0 ? `<${kind}>${parts.join('')}</${kind}>\n` : '';
  };

  let sampled: string[] | null = [];
  const start = async (texts: string[]): Promise<string> => {
    const header = await write('header', flow.pageBlocks('pageHeader'));
    return `${htmlStart(fill, styles.close())}${header}<main>\n${texts.join('')}`;
  };
  for await (const block of flow.blocks()) {
    const text = await htmlOfBlock(block, context);
    if (!sampled) yield text;
    else if (sampled.push(text) === SAMPLED_BLOCKS) {
      yield await start(sampled);
      sampled = null;
    }
  }
  if (sampled) yield await start(sampled);
  const footer = flow.pageBlocks('lastPageFooter');
  yield `</main>\n${await write('footer', footer.length > 0 ? footer : flow.pageBlocks('pageFooter'))}</body>\n</html>\n`;
}

/** A page in a browser has no page numbers. */
function withoutPageFields(blocks: FlowBlock[]): FlowBlock[] {
  return blocks.flatMap((block): FlowBlock[] => {
    if (block.type !== 'paragraph') return block.type === 'picture' ? [block] : [];
    const texts = block.texts.filter((text) => !hasPageField(text));
    return texts.length > 0 ? [{ ...block, texts }] : [];
  });
}
