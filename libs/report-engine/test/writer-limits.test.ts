import { expect, test } from '@jest/globals';
import type { Fill } from '../src/fill/types.ts';
import type { Column } from '../src/values/types.ts';
import { createWriter, type WriterFormat } from '../src/writers/create-writer.ts';
import { writeDocument } from './documents.ts';
import { listFill } from './list-fill.ts';

async function failureOf(format: WriterFormat, fill: Fill): Promise<unknown> {
  return writeDocument(createWriter(format), fill).then(
    () => null,
    (error: unknown) => error,
  );
}

function wideFill(count: number): Fill {
  const columns = Array.from({ length: count }, (_, index): Column => ({
    name: `c${index}`,
    type: 'integer',
  }));
  return listFill({ columns, rows: [{ c0: 1 }] });
}

test('An xls file of 65,537 rows is refused with 422', async () => {
  const fill = listFill({
    columns: [{ name: 'a', type: 'integer' }],
    rows: Array.from({ length: 65_537 }, () => ({ a: 1 })),
  });
  expect(await failureOf('xls', fill)).toMatchObject({
    kind: 'unprocessable',
    code: 'report-server.too_many_rows',
    message: expect.stringContaining('more than 65,536 rows'),
  });
});

test('A report with more columns than a format holds is refused with 422 that names both numbers', async () => {
  expect(await failureOf('xls', wideFill(257))).toMatchObject({ code: 'report-server.too_many_columns' });
  for (const format of ['docx', 'rtf'] as const)
    expect(await failureOf(format, wideFill(64))).toMatchObject({
      kind: 'unprocessable',
      message: expect.stringMatching(/at most 63 columns, and this report has 64/),
    });
  expect(await failureOf('ods', wideFill(257))).toBeNull();
});

test('A report without rows is a whole document that says so', async () => {
  const fill = () => listFill({ columns: [{ name: 'a', type: 'text' }], rows: [] });
  expect(String(await writeDocument(createWriter('html'), fill()))).toMatch(/<p>No rows\.<\/p>\n<\/main>/);
  expect(String(await writeDocument(createWriter('rtf'), fill()))).toMatch(/No rows\.\}\\par\n\}\n$/);
});

test('HTML has no script and no address but those of the web, and keeps larger pictures apart', async () => {
  const fill = listFill({
    columns: [{ name: 'a', type: 'text' }],
    rows: [{ a: '<script>alert(1)</script>' }],
    links: { a: 'javascript:alert(1)' },
    summary: [8 * 1024, 100].map((size, index) => ({
      kind: 'image',
      id: `image${index}`,
      x: 0,
      y: index * 100,
      width: 72,
      height: 72,
      style: {},
      alt: 'A "logo"',
      bytes: new Uint8Array(size).fill(index),
      mime: 'image/png',
      scale: 'contain',
      halign: 'left',
      valign: 'top',
    })),
  });
  const stored: number[] = [];
  const storePicture = ({ name, bytes }: { name: string; bytes: Uint8Array }): Promise<string> => {
    stored.push(bytes.length);
    return Promise.resolve(`report_image?image=${name}&uuid=1`);
  };
  const html = String(await writeDocument(createWriter('html', { html: { storePicture } }), fill));
  expect(html).not.toMatch(/<script|javascript:/i);
  expect(stored).toEqual([8 * 1024]);
  expect(html).toMatch(
    /<img src="report_image\?image=\w+\.png&amp;uuid=1" alt="A &quot;logo&quot;" width="96"/,
  );
  expect(html.match(/src="data:image\/png;base64,/g)).toHaveLength(1);
});
