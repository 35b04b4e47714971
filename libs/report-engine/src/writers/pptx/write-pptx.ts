import { unprocessable } from '@cairn/service/errors';
import type { Fill, Writer } from '../../fill/types.ts';
import { createFonts } from '../../text/fonts.ts';
import { createTextLayout } from '../../text/text-layout.ts';
import { openPictures } from '../pictures.ts';
import type { PictureOptions } from '../pictures.ts';
import {
  contentTypesPart,
  corePropertiesPart,
  packageRelations,
  relationsPart,
} from '../ooxml/package-parts.ts';
import { writeZip } from '../zip/write-zip.ts';
import type { ZipEntry } from '../zip/write-zip.ts';
import { LAYOUT_PART, MASTER_PART, presentationPart, THEME_PART } from './fixed-parts.ts';
import { slidePart } from './slide-part.ts';
import { slidesOf } from './slides.ts';

export interface PptxOptions extends PictureOptions {
  /** More are refused; 1,000 unless stated. */
  maxSlides?: number;
}

const MAX_SLIDES = 1_000;
const PRESENTATION = 'presentationml';

/** Writes PowerPoint: a title slide, tables of at most 20 rows a slide, charts, maps and large images each on their own. */
export function createPptxWriter(options: PptxOptions = {}): Writer {
  return async (fill, { stream }, signal) => {
    const result = { rows: 0, pages: 0 };
    const entries = writeParts(fill, options, result);
    await writeZip(entries, stream, { modified: fill.settings.now, ...(signal && { signal }) });
    return result;
  };
}

async function* writeParts(
  fill: Fill,
  { maxSlides = MAX_SLIDES, ...options }: PptxOptions,
  result: { rows: number; pages: number },
): AsyncGenerator<ZipEntry> {
  const warn = (sentence: string) => fill.warn(sentence);
  const lang = fill.template.lang ?? fill.settings.locale;
  const { fontsRoot } = options;
  const text = createTextLayout(createFonts({ lang, ...(fontsRoot && { fontsRoot }) }), warn);
  const store = await openPictures(fill, options);

  for await (const slide of slidesOf(fill, text, () => result.rows++)) {
    result.pages++;
    const number = result.pages;
    if (number > maxSlides) {
      throw unprocessable(
        'report.too_many_slides',
        `The report needs more than ${maxSlides} slides. Narrow its parameters, or choose another format.`,
      );
    }
    const relations = [{ id: 'layout', type: 'slideLayout', target: '../slideLayouts/slideLayout1.xml' }];
    const shown = slide.kind === 'picture' ? store.add(slide.element) : null;
    if (shown) {
      relations.push({ id: 'picture', type: 'image', target: `../media/${shown.name}` });
    }
    const context = { title: fill.template.title, number };
    const content = slidePart(slide, shown ? { ...context, pictureId: 'picture', alt: shown.alt } : context);
    yield { name: `ppt/slides/slide${number}.xml`, content };
    yield { name: `ppt/slides/_rels/slide${number}.xml.rels`, content: relationsPart(relations) };
  }

  for (const { name, bytes } of store.all.values())
    yield { name: `ppt/media/${name}`, content: bytes, stored: true };
  yield* packageParts(fill, result.pages);
}

function* packageParts(fill: Fill, slides: number): Generator<ZipEntry> {
  const numbers = Array.from({ length: slides }, (_, index) => index + 1);
  yield { name: 'ppt/presentation.xml', content: presentationPart(slides) };
  yield {
    name: 'ppt/_rels/presentation.xml.rels',
    content: relationsPart([
      { id: 'master', type: 'slideMaster', target: 'slideMasters/slideMaster1.xml' },
      { id: 'theme', type: 'theme', target: 'theme/theme1.xml' },
      ...numbers.map((number) => ({
        id: `slide${number}`,
        type: 'slide',
        target: `slides/slide${number}.xml`,
      })),
    ]),
  };
  yield { name: 'ppt/slideMasters/slideMaster1.xml', content: MASTER_PART };
  yield {
    name: 'ppt/slideMasters/_rels/slideMaster1.xml.rels',
    content: relationsPart([
      { id: 'layout', type: 'slideLayout', target: '../slideLayouts/slideLayout1.xml' },
      { id: 'theme', type: 'theme', target: '../theme/theme1.xml' },
    ]),
  };
  yield { name: 'ppt/slideLayouts/slideLayout1.xml', content: LAYOUT_PART };
  yield {
    name: 'ppt/slideLayouts/_rels/slideLayout1.xml.rels',
    content: relationsPart([
      { id: 'master', type: 'slideMaster', target: '../slideMasters/slideMaster1.xml' },
    ]),
  };
  yield { name: 'ppt/theme/theme1.xml', content: THEME_PART };
  yield { name: 'docProps/core.xml', content: corePropertiesPart(fill) };
  yield { name: '_rels/.rels', content: packageRelations('ppt/presentation.xml') };
  yield {
    name: '[Content_Types].xml',
    content: contentTypesPart({
      'ppt/presentation.xml': `${PRESENTATION}.presentation.main`,
      'ppt/slideMasters/slideMaster1.xml': `${PRESENTATION}.slideMaster`,
      'ppt/slideLayouts/slideLayout1.xml': `${PRESENTATION}.slideLayout`,
      'ppt/theme/theme1.xml': 'theme',
      ...Object.fromEntries(
        numbers.map((number) => [`ppt/slides/slide${number}.xml`, `${PRESENTATION}.slide`]),
      ),
    }),
  };
}
