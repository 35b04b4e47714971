import { describe, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { importJrxml, readReportZip } from '../src/index.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const nested = (levels: number): string => '<frame>'.repeat(levels) + '</frame>'.repeat(levels);

const REFUSED: [what: string, text: string, message: string | RegExp][] = [
  [
    'a document type',
    '<?xml version="1.0"?>\n<!DOCTYPE jasperReport>\n<jasperReport/>',
    /^Line 2: .*document type/,
  ],
  [
    'entities that grow',
    '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>\n<jasperReport name="&b;"/>',
    /^Line 1: .*document type/,
  ],
  [
    'an entity that reads a file',
    '\n\n<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><jasperReport name="&f;"/>',
    /^Line 3: .*document type/,
  ],
  [
    'an unknown entity',
    '<jasperReport>\n<title>&nbsp;</title></jasperReport>',
    /^Line 2: The file is not well-formed XML/,
  ],
  [
    'deep nesting',
    `<jasperReport>\n${nested(64)}</jasperReport>`,
    'Line 2: Elements are nested more than 64 levels deep.',
  ],
  [
    'too many elements',
    `<jasperReport>${'<a/>'.repeat(50_001)}</jasperReport>`,
    /^Line 1: The file has more than 50000 elements/,
  ],
  ['a file of 5 MiB and one byte', ' '.repeat(5 * 1024 * 1024 + 1), /^Line 1: The file is larger than 5 MiB/],
  ['no XML', '{"version": 1}', /^Line 1: The file is not well-formed XML/],
  ['an empty file', '', /^Line 1: /],
  ['an open element', '<jasperReport>\n<title>\n</jasperReport>', /^Line 3: The file is not well-formed XML/],
  [
    'another root',
    '<?xml version="1.0"?>\n<svg/>',
    /^Line 2: The file is no JasperReports template: it begins with <svg>/,
  ],
  [
    'parameters in a circle',
    [
      '<jasperReport name="x">',
      '<parameter name="a"><defaultValueExpression>$P{b} + "1"</defaultValueExpression></parameter>',
      '<parameter name="c"/>',
      '<parameter name="b"><defaultValueExpression>$P{a}</defaultValueExpression></parameter>',
      '</jasperReport>',
    ].join('\n'),
    'Line 2: The defaults of the parameters a, b refer to each other in a circle. Give one of them a value.',
  ],
];

describe('importJrxml', () => {
  test.each(REFUSED)('refuses %s with 400 and the line', (_, text, message) => {
    expect(() => importJrxml(encode(text))).toThrow(
      expect.objectContaining({
        kind: 'bad_request',
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      }),
    );
  });

  test('refuses a file that is not in its declared encoding', () => {
    const bytes = Buffer.from(
      '<?xml version="1.0" encoding="UTF-8"?><jasperReport name="Stra\u00DFe"/>',
      'latin1',
    );

    expect(() => importJrxml(bytes)).toThrow(
      'Line 1: The file is not text in the encoding UTF-8. Save it as UTF-8.',
    );
  });

  test.each([
    [
      'ISO-8859-1',
      Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><jasperReport name="Stra\u00DFe"/>', 'latin1'),
    ],
    ['UTF-8', Buffer.from('\uFEFF<?xml version="1.0" encoding="UTF-8"?><jasperReport name="Stra\u00DFe"/>')],
    [
      'UTF-16',
      Buffer.from(
        '\uFEFF<?xml version="1.0" encoding="UTF-16"?><jasperReport name="Stra\u00DFe"/>',
        'utf16le',
      ),
    ],
  ])('reads a file in %s', (_, bytes) => {
    expect(importJrxml(bytes).template.title).toBe('Straße');
  });

  test('refuses files without one main report', () => {
    const report = encode('<jasperReport name="x"/>');

    expect(() => importJrxml({ 'a.png': encode('') })).toThrow('The zip has no .jrxml file.');
    expect(() => importJrxml({ 'a.jrxml': report, 'b.jrxml': report })).toThrow(
      'more than one main report (a.jrxml, b.jrxml)',
    );
  });

  test('imports subreports that include each other once', () => {
    const call = (name: string): Uint8Array =>
      encode(
        `<jasperReport name="${name}"><detail><band height="9"><element kind="subreport"><expression>"${name}.jasper"</expression></element></band></detail></jasperReport>`,
      );

    const { subreports } = importJrxml({
      'main.jrxml': call('a'),
      'a.jrxml': call('b'),
      'b.jrxml': call('a'),
    });

    expect(Object.keys(subreports)).toEqual(['a', 'b']);
  });
});

/** A zip of files; a name that leads out of it is written over the bytes, since the library refuses it. */
async function makeZip(entries: Record<string, Uint8Array>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(entries))
    zip.addBuffer(Buffer.from(bytes), name.replace('../', 'UP/'));
  zip.end();
  const packed = await buffer(zip.outputStream);
  return Buffer.from(packed.toString('latin1').replaceAll('UP/', '../'), 'latin1');
}

describe('readReportZip', () => {
  async function withZip<T>(
    entries: Record<string, Uint8Array>,
    use: (path: string, folder: string) => Promise<T>,
  ): Promise<T> {
    const folder = await mkdtemp(join(tmpdir(), 'jrxml-'));
    try {
      const path = join(folder, 'report.zip');
      await writeFile(path, await makeZip(entries));
      return await use(path, folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  test('reads the files that reports use', async () => {
    const files = await withZip(
      {
        'r/main.jrxml': encode('<jasperReport name="x"/>'),
        'r/logo.PNG': encode('p'),
        'r/main.jasper': encode('no'),
      },
      readReportZip,
    );

    expect(Object.keys(files)).toEqual(['r/main.jrxml', 'r/logo.PNG']);
    expect(importJrxml(files).template.title).toBe('x');
  });

  test('refuses an entry that leads out of the folder', async () => {
    await expect(withZip({ '../main.jrxml': encode('<jasperReport/>') }, readReportZip)).rejects.toThrow(
      'contains a path that leads out of it',
    );
  });
});
