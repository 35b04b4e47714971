import { expect, test } from '@jest/globals';
import type { FilledText } from '../src/fill/types.ts';
import { createWriter, type WriterFormat } from '../src/writers/create-writer.ts';
import { unzipParts, writeDocument } from './documents.ts';
import { listFill } from './list-fill.ts';

const FORMATS = ['docx', 'odt', 'rtf'] as const;

function footerText(text: string, x: number, align?: 'right'): FilledText {
  const style = align ? { align } : {};
  return {
    ...{ kind: 'text', id: text, x, y: 0, width: 200, height: 14, style },
    ...{ value: text, text, grow: false, isStatic: true },
  };
}

/** All XML or RTF of a document with one Arabic word and a footer. */
async function markupOf(format: WriterFormat, lang = 'en'): Promise<string> {
  const padding = { top: 3, right: 4, bottom: 3, left: 4 };
  const fill = listFill({
    columns: ['plain', 'left', 'right'].map((name) => ({ name, type: 'text' })),
    rows: [{ plain: 'القاهرة', left: 'القاهرة', right: 'القاهرة' }],
    styles: { plain: { padding }, left: { align: 'left' }, right: { align: 'right' } },
    footer: [footerText('Sales', 0), footerText('Page', 300, 'right')],
  });
  fill.template.lang = lang;
  const bytes = await writeDocument(createWriter(format), fill);
  return format === 'rtf' || format === 'html' ? String(bytes) : [...unzipParts(bytes).values()].join('\n');
}

const markup = new Map(
  await Promise.all(FORMATS.map(async (format) => [format, await markupOf(format)] as const)),
);

test.each([
  ['docx', /<w:tcMar><w:top w:w="60".*?<w:left w:w="80".*?<w:bottom w:w="60".*?<w:right w:w="80"/],
  ['odt', /fo:padding-top="3pt" fo:padding-right="4pt" fo:padding-bottom="3pt" fo:padding-left="4pt"/],
  // The words of top and left are the other way round in Word.
  ['rtf', /\\clpadl60\\clpadfl3\\clpadt80\\clpadft3\\clpadb60\\clpadfb3\\clpadr80\\clpadfr3/],
] as const)('%s keeps the padding of cells', (format, expected) => {
  expect(markup.get(format)).toMatch(expected);
});

test.each([
  ['docx', /<w:tab w:val="right" w:pos="10000"\/>/],
  ['odt', /<style:tab-stop style:position="500pt" style:type="right"\/>/],
  ['rtf', /\\tqr\\tx10000/],
] as const)('%s ends a text of the footer where its element ends', (format, expected) => {
  expect(markup.get(format)).toMatch(expected);
});

test.each([
  // Word turns the sides round in such paragraphs, and begins them at the right.
  ['docx', /<w:bidi\/>(?:<w:jc w:val="(\w+)"\/>)?/g, ['', 'right', 'left']],
  ['odt', /(?:fo:text-align="(\w+)" )?style:writing-mode="rl-tb"/g, ['right', 'left', 'right']],
  ['rtf', /\\rtlpar\\q([lr])/g, ['r', 'l', 'r']],
] as const)('%s puts Arabic text to the right, unless its style says left', (format, pattern, sides) => {
  const found = [...(markup.get(format) ?? '').matchAll(pattern)];
  expect(found.map(([, side = '']) => side)).toEqual(sides);
});

test.each([
  ['docx', /<w:bidiVisual w:val="(\d)"\/>/, '0', '1'],
  ['odt', /style:family="table"><style:table-properties [^>]*style:writing-mode="(\w+)/, 'lr', 'rl'],
  ['rtf', /\\trowd\\(\w+)row/, 'ltr', 'rtl'],
  ['ods', /style:family="table"[^>]*><style:table-properties [^>]*style:writing-mode="(\w+)/, 'lr', 'rl'],
  ['xlsx', /<sheetView workbookViewId="0"( rightToLeft="1")?>/, undefined, ' rightToLeft="1"'],
  ['html', /<html lang="\w+"( dir="rtl")?>/, undefined, ' dir="rtl"'],
] as const)(
  '%s has its first column at the right in Arabic, at the left in English',
  async (format, pattern, english, arabic) => {
    const directionOf = async (lang: string) => pattern.exec(await markupOf(format, lang))?.[1];
    expect([await directionOf('en'), await directionOf('ar')]).toEqual([english, arabic]);
  },
);

test('rtf states size and font for digits beside Arabic too, and for no other text', async () => {
  expect(await markupOf('rtf', 'ar')).toContain('{\\rtlch\\fcs1\\af0\\afs20\\ltrch\\fcs0\\f0\\fs20 plain}');
  expect(markup.get('rtf')).toContain('{\\f0\\fs20 plain}');
});
