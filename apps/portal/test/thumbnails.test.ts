/** @own-process because it measures memory. */
import { readdir } from 'node:fs/promises';
import { deflateSync, crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { startTestPortal } from './test-app.ts';
import type { Person, TestPortal } from './test-app.ts';

const LIMIT = 5 * 1024 * 1024;

let portal: TestPortal;
let admin: Person;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.addUser({ admin: true });
});
afterAll(() => portal.close());

function picture(format: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif'): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 30, channels: 3, background: '#2266aa' } })
    .toFormat(format)
    .toBuffer();
}

function upload(bytes: Buffer, { filename = 'a.png', field = 'file', type = 'image/png' } = {}) {
  return portal
    .as(admin)
    .post('/api/admin/portal/thumbnails')
    .attach(field, bytes, { filename, contentType: type });
}

/** A part of a PNG. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A PNG of any size that compresses to next to nothing. */
function hugePng(edge: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(edge / 8) + 1) * edge));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

async function stored(): Promise<string[]> {
  return readdir(portal.config.thumbnailsRoot).catch(() => []);
}

describe('uploads', () => {
  test.each([
    ['jpeg', 'jpg'],
    ['png', 'png'],
    ['webp', 'webp'],
    ['gif', 'gif'],
  ] as const)(
    'POST /api/admin/portal/thumbnails accepts a %s and returns its address: *.%s',
    async (format, extension) => {
      const { status, body } = await upload(await picture(format), {
        filename: '../../x.svg',
        type: 'text/plain',
      });
      expect(status).toBe(201);
      expect(body).toEqual({
        url: expect.stringMatching(new RegExp(`^/thumbnails/[0-9a-f]{32}\\.${extension}$`)),
      });
      const got = await portal.as().get(body.url);
      expect(got.status).toBe(200);
      expect(got.headers['x-content-type-options']).toBe('nosniff');
      expect(got.headers['content-type']).toBe(`image/${format}`);
      expect(await sharp(got.body).metadata()).toMatchObject({ format, width: 40, height: 30 });
    },
  );

  test('POST /api/admin/portal/thumbnails keeps the first frame of an animated PNG', async () => {
    const png = await picture('png');
    // Signature and header are the first 33 bytes.
    const animation = chunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]));
    const { status, body } = await upload(Buffer.concat([png.subarray(0, 33), animation, png.subarray(33)]));
    expect(status).toBe(201);
    expect(body.url).toMatch(/\.png$/);
  });

  test('POST /api/admin/portal/thumbnails returns an address with the base path of the portal', async () => {
    const answer = await upload(await picture('png')).set('X-Forwarded-Prefix', '/gis');
    expect(answer.body.url).toMatch(/^\/gis\/thumbnails\//);
  });

  test('GET /thumbnails/{name} removes bytes appended to a GIF, and serves it without scripts', async () => {
    const script = '*/=1;alert(document.domain)//<script>alert(1)</script>';
    const { body } = await upload(Buffer.concat([await picture('gif'), Buffer.from(script)]), {
      filename: 'x.gif',
    });
    const got = await portal.as().get(body.url);
    expect(got.body.toString('latin1')).not.toContain('alert');
    expect(got.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  });

  test('POST /api/admin/portal/thumbnails removes metadata such as the location of a photo', async () => {
    const tagged = await sharp(await picture('jpeg'))
      .withExif({ IFD0: { Copyright: 'planted secret' } })
      .toBuffer();
    const { body } = await upload(tagged);
    expect((await portal.as().get(body.url)).body.toString('latin1')).not.toContain('planted secret');
  });

  test('POST /api/admin/portal/thumbnails shrinks large pictures', async () => {
    const large = await sharp({ create: { width: 4000, height: 2000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const { body } = await upload(large);
    expect(await sharp((await portal.as().get(body.url)).body).metadata()).toMatchObject({
      width: 1600,
      height: 800,
    });
  });

  test('POST /api/admin/portal/thumbnails accepts exactly 5 MiB and rejects one byte more', async () => {
    const png = await picture('png');
    const sized = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)]);
    expect((await upload(sized(LIMIT))).status).toBe(201);
    const refused = await upload(sized(LIMIT + 1));
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatch(/5 MiB/);
  });
});

describe('refusals', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['an SVG that is called PNG', () => svg],
    ['HTML that is called PNG', () => Buffer.from('<html><script>alert(1)</script></html>')],
    ['a TIFF', () => picture('tiff')],
    ['an AVIF', () => picture('avif')],
    ['an empty file', () => Buffer.alloc(0)],
    ['a PNG that breaks off', async () => (await picture('png')).subarray(0, 40)],
    ['a JPEG of nothing but its first bytes', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    ['a PNG of 20,000 × 20,000 pixels', () => hugePng(20_000)],
  ])('POST /api/admin/portal/thumbnails returns 400 to %s and stores nothing', async (_what, make) => {
    const before = await stored();
    const { status, body } = await upload(await make());
    expect(status).toBe(400);
    expect(body.error).toMatch(/[.]$/);
    expect(await stored()).toEqual(before);
  });

  test('POST /api/admin/portal/thumbnails returns 400 to another field, to no file, to two files and to JSON', async () => {
    const png = await picture('png');
    const url = '/api/admin/portal/thumbnails';
    expect((await upload(png, { field: 'image' })).status).toBe(400);
    expect((await portal.as(admin).post(url).field('file', 'text')).status).toBe(400);
    expect(
      (await portal.as(admin).post(url).attach('file', png, 'a.png').attach('file', png, 'b.png')).status,
    ).toBe(400);
    expect((await portal.as(admin).post(url).send({ file: 'x' })).status).toBe(400);
    expect((await portal.as(admin).post(url)).status).toBe(400);
    expect(
      (await portal.as(admin).post(url).set('Content-Type', 'multipart/form-data').send('x')).status,
    ).toBe(400);
  });

  test('POST /api/admin/portal/thumbnails returns 400 when the picture cannot be written', async () => {
    const broken = await startTestPortal({ thumbnailsRoot: '/dev/null/thumbnails' });
    const person = await broken.addUser({ admin: true });
    const answer = await broken
      .as(person)
      .post('/api/admin/portal/thumbnails')
      .attach('file', await picture('png'), 'a.png');
    expect(answer.status).toBe(400);
    expect(answer.body.error).not.toContain('/dev/null');
    await broken.close();
  });

  test('twenty parallel pictures of 25 million pixels need less than 150 MiB of memory', async () => {
    const png = hugePng(5000);
    await upload(png);
    const before = process.memoryUsage.rss();
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(png)));
    clearInterval(watch);
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(201));
    expect((most - before) / 2 ** 20).toBeLessThan(150);
  });

  test.each([
    'nothing.png',
    '../secret',
    '%2e%2e%2fpackage.json',
    '..%2f..%2fetc%2fpasswd',
    '.env',
    'a.svg',
    `${'0'.repeat(32)}.png`,
  ])('GET /thumbnails/{name} returns 404 to %s', async (name) => {
    expect((await portal.as().get(`/thumbnails/${name}`)).status).toBe(404);
  });
});
