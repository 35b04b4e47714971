import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { requireNoPasswords } from './qgis-passwords.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-qgs-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function check(content: string): Promise<void> {
  const file = join(folder, 'map.qgs');
  await writeFile(file, content);
  await requireNoPasswords('map.qgs', file, folder);
}

const attributes = (count: number) => Array.from({ length: count }, (_each, n) => `b${n}=""`).join(' ');

test.each([
  ['elements that are nested too deep', '<a>'.repeat(5_000) + '</a>'.repeat(5_000)],
  ['an element with too many attributes', `<a ${attributes(5_000)}/>`],
  ['a text that is too long', `<a>${'<![CDATA[x]]>'.repeat(2)}${'x'.repeat(17 * 1024 * 1024)}</a>`],
  ['a comment that is too long', `<a><!--${'x'.repeat(17 * 1024 * 1024)}--></a>`],
  ['an entity of its own', '<!DOCTYPE a [<!ENTITY p "password=x">]><a>&p;</a>'],
])('a QGIS project with %s is refused, whatever its parser would keep in memory', async (_what, content) => {
  await expect(check(content)).rejects.toMatchObject({ code: 'field_sync.qgis_project' });
});

test('a large QGIS project with ordinary elements is read to its end', async () => {
  const layer = `<maplayer a="1"><layername>x</layername><svg>${'x'.repeat(1024 * 1024)}</svg></maplayer>`;
  await check(`<qgis>${layer.repeat(18)}</qgis>`);
  await expect(check(`<qgis>${layer.repeat(18)}<b c="user=a password=x"/></qgis>`)).rejects.toMatchObject({
    code: 'field_sync.password_in_project',
  });
});
