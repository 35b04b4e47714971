import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import type { Fill, WriteResult, Writer } from '../../fill/types.ts';
import { layoutPages } from '../../pages/layout-pages.ts';
import { leastPages } from '../../pages/least-pages.ts';
import { createFonts } from '../../text/fonts.ts';
import { createTextLayout } from '../../text/text-layout.ts';
import type { TextLayout } from '../../text/text-layout.ts';
import type { Pictures } from '../../pictures/pictures.ts';
import type { FontTable } from './canvas.ts';
import type { PdfDocument } from './pdf-document.ts';
import { createDeferredTexts } from './deferred-texts.ts';
import { drawPage } from './draw-page.ts';
import { createImages } from './draw-picture.ts';
import { createTags } from './tags.ts';

/** Longer documents have no tags: they would be held in memory, and make files several times as large. */
const MAX_TAGGED_PAGES = 200;

export interface PdfOptions {
  /** Folder of the layers below maps. */
  basemapFolder?: string;
  fontsRoot?: string;
  /** 5,000 unless stated. */
  maxPages?: number;
}

interface Run {
  fill: Fill;
  options: PdfOptions;
  text: TextLayout;
  /** Only documents with charts or maps load what draws them. */
  openPictures(): Promise<Pictures>;
  signal: AbortSignal | undefined;
}

/**
 * Writes PDF. Up to 200 pages the document is tagged for screen readers; it is kept in memory until it is known to be short. A
 * longer one is written without tags, page by page; it is laid out again where the number of rows did not tell that it is long. The
 * stream is ended, and destroyed after a failure.
 */
export function createPdfWriter(options: PdfOptions = {}): Writer {
  return async (fill, output, signal) => {
    const { template, settings } = fill;
    const lang = template.lang ?? settings.locale;
    const { basemapFolder, fontsRoot } = options;
    const warn = (sentence: string) => fill.warn(sentence);
    const text = createTextLayout(createFonts({ lang, ...(fontsRoot && { fontsRoot }) }), warn);
    const openPictures = lazily(async () => {
      const { createPictures } = await import('../../pictures/pictures.ts');
      return createPictures({
        lang,
        warn,
        ...(fontsRoot && { fontsRoot }),
        ...(basemapFolder && { basemapFolder }),
      });
    });
    const run: Run = { fill, options, text, openPictures, signal };
    try {
      return await writeDocument(run, output.stream);
    } catch (error) {
      output.stream.destroy(error as Error);
      throw error;
    }
  };
}

function lazily<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => (opened ??= open());
}

async function writeDocument(run: Run, stream: Writable): Promise<WriteResult> {
  const mayBeShort = leastPages(run.fill) <= MAX_TAGGED_PAGES;
  const tagged = mayBeShort ? await writeTagged(run) : null;
  if (!tagged) return writeUntagged(run, stream);
  for (const chunk of tagged.chunks) await writeChunk(stream, chunk);
  stream.end();
  await finished(stream);
  return tagged.result;
}

async function writeTagged(run: Run): Promise<{ chunks: Buffer[]; result: WriteResult } | null> {
  const doc = createDocument(run.fill, true);
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const result = await drawPages(doc, run, { maxPages: MAX_TAGGED_PAGES });
  if (!result) return null;
  const ended = once(doc, 'end');
  doc.end();
  await ended;
  return { chunks, result };
}

async function writeUntagged(run: Run, stream: Writable): Promise<WriteResult> {
  const doc = createDocument(run.fill, false);
  doc.pipe(stream);
  const result = await drawPages(doc, run, { stream });
  doc.end();
  await finished(stream);
  if (!result) throw new Error('An untagged document has no limit of its own.');
  return result;
}

function createDocument({ template, settings }: Fill, tagged: boolean): PdfDocument {
  return new PDFDocument({
    autoFirstPage: false,
    compress: true,
    pdfVersion: '1.7',
    lang: template.lang ?? settings.locale,
    tagged,
    displayTitle: true,
    // No standard font is needed, and none is embedded.
    font: '',
    info: { Title: template.title, Creator: 'Cairn', Producer: 'Cairn', CreationDate: settings.now },
  });
}

/** Draws all pages; null where there are more than `maxPages`. */
async function drawPages(
  doc: PdfDocument,
  { fill, options, text, openPictures, signal }: Run,
  { maxPages, stream }: { maxPages?: number; stream?: Writable },
): Promise<WriteResult | null> {
  const fonts: FontTable = new Map();
  const tags = stream ? null : createTags(doc);
  const deferred = createDeferredTexts(doc, fonts);
  const images = createImages();
  const tools = { doc, fonts, images, deferred, openPictures, tags };
  let pages = 0;
  let rows = 0;
  const limit = options.maxPages === undefined ? {} : { maxPages: options.maxPages };
  for await (const laidOut of layoutPages(fill, { text, signal, ...limit })) {
    pages++;
    rows = laidOut.rows;
    if (maxPages !== undefined && pages > maxPages) return null;
    await drawPage(laidOut.page, tools);
    if (stream) await drained(stream, signal);
  }
  tags?.end();
  deferred.complete(pages);
  return { pages, rows };
}

async function writeChunk(stream: Writable, chunk: Buffer): Promise<void> {
  stream.write(chunk);
  await drained(stream);
}

/** Waits until a slow reader has taken what is written, so that pages do not pile up. */
async function drained(stream: Writable, signal?: AbortSignal): Promise<void> {
  if (stream.destroyed)
    throw stream.errored ?? new Error('The output was closed before the document was complete.');
  if (!stream.writableNeedDrain) return;
  const closed = new AbortController();
  const signals = signal ? [signal, closed.signal] : [closed.signal];
  const onClose = () => closed.abort(new Error('The output was closed before the document was complete.'));
  stream.once('close', onClose);
  try {
    await once(stream, 'drain', { signal: AbortSignal.any(signals) });
  } finally {
    stream.removeListener('close', onClose);
  }
}
