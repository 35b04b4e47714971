import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { replaceAddresses } from '../src/features/engine/replace-addresses.ts';

const ENGINE = 'http://engine:8080/jri/report';
const toAddress = async ({ image, uuid }: { image: string; uuid: string | null }) =>
  `../report_image.php?image=${image}&uuid=our-${uuid}`;

async function replace(chunks: Buffer[], url = ENGINE): Promise<string> {
  const html = replaceAddresses(Readable.from(chunks, { objectMode: false }), { url, toAddress });
  return Buffer.concat(await html.toArray()).toString();
}

const OURS = '../report_image.php?image=a.png&uuid=our-1';
const ESCAPED = OURS.replaceAll('&', '&amp;');

test.each([
  ['a relative address', '<img src="report_image?image=a.png&uuid=1">', `<img src="${OURS}">`],
  ['a path', "<img src='/jri/report_image?image=a.png&uuid=1'>", `<img src='${OURS}'>`],
  ['an absolute address', `"http://engine:8080/jri/report_image?image=a.png&uuid=1"`, `"${OURS}"`],
  ['a session in the path', `"/jri/report_image;jsessionid=A1?image=a.png&uuid=1"`, `"${OURS}"`],
  ['other order', `"report_image?uuid=1&image=a.png"`, `"${OURS}"`],
  ['escaped signs', '"report_image?image=a.png&amp;uuid=1"', `"${ESCAPED}"`],
  ['a style', 'background:url(report_image?image=a.png&uuid=1)', `background:url(${OURS})`],
  ['words beside it', 'é "report_image?image=a.png&uuid=1" 報', `é "${OURS}" 報`],
])('HTML of an engine gets our addresses for %s', async (_name, html, expected) => {
  expect(await replace([Buffer.from(html)])).toBe(expected);
});

test.each([
  ['another server', '"https://example.org/jri/report_image?image=a.png&uuid=1"'],
  ['another server without a scheme', '"//example.org/jri/report_image?image=a.png"'],
  ['another folder', '"/other/report_image?image=a.png"'],
  ['a longer name', '"report_image_large?image=a.png"'],
  ['no picture', '"report_image?uuid=1"'],
  ['a path as a picture', '"report_image?image=../../etc/passwd&uuid=1"'],
  ['dots as a picture', '"report_image?image=..&uuid=1"'],
  ['text outside of quotes', '<p>report_image?image=a.png&uuid=1</p>'],
  ['a very long word', `"report_image?image=a.png&uuid=${'1'.repeat(5000)}"`],
])('HTML of an engine keeps %s', async (_name, html) => {
  expect(await replace([Buffer.from(html)])).toBe(html);
});

/** All forms beside each other, with characters of several bytes and a long word. */
const DOCUMENT = Buffer.from(
  [
    '<h1>Größe 報告 🗺</h1><img src="report_image?image=a.png&amp;uuid=1">é',
    `<img src="data:image/png;base64,${'A'.repeat(5000)}">"report_image?image=b.png&uuid=1"`,
    '<p>report_image?image=a.png</p>🗺"/jri/report_image?image=c.png&uuid=2"<b style="x:url(report_image?image=d&uuid=3)">',
    '"http://engine:8080/jri/report_image;jsessionid=1?image=e.png&uuid=4"report_image?',
  ].join('\n'),
);

test('HTML of an engine is the same wherever it is cut in two', async () => {
  const whole = await replace([DOCUMENT]);
  expect(whole.match(/our-/g)).toHaveLength(5);
  expect(whole.length).toBeLessThan(DOCUMENT.length + 100);
  for (let at = 0; at <= DOCUMENT.length; at += 1) {
    expect(await replace([DOCUMENT.subarray(0, at), DOCUMENT.subarray(at)])).toBe(whole);
  }
});

test.each([1, 2, 3, 7, 64, 4095, 4096, 4097])(
  'HTML of an engine is the same in pieces of %s bytes',
  async (size) => {
    const pieces: Buffer[] = [];
    for (let at = 0; at < DOCUMENT.length; at += size) pieces.push(DOCUMENT.subarray(at, at + size));
    expect(await replace(pieces)).toBe(await replace([DOCUMENT]));
  },
);

test('HTML of an engine that breaks off fails', async () => {
  const html = Readable.from(
    (async function* () {
      yield Buffer.from('<p>"report_image?image=a.png');
      throw new Error('cut');
    })(),
    { objectMode: false },
  );
  await expect(replaceAddresses(html, { url: ENGINE, toAddress }).toArray()).rejects.toThrow('cut');
});

test('HTML of an engine is left when nobody reads it any more', async () => {
  const html = new Readable({ read: () => undefined });
  const left = new Promise((done) => html.once('close', done));
  html.push('<p> ');
  const replaced = replaceAddresses(html, { url: ENGINE, toAddress });
  await new Promise((done) => replaced.once('data', done));
  replaced.destroy();
  await left;
});
