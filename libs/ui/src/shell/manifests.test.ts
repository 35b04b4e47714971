import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Manifest } from './manifests.ts';

const apps = join(import.meta.dirname, '../../../../apps');
const files = globSync('*/web/manifest.json', { cwd: apps });

test('every service with pages has a manifest', () => {
  expect(files.toSorted()).toEqual(
    globSync('*/web/index.html', { cwd: apps })
      .map((file) => file.replace('index.html', 'manifest.json'))
      .toSorted(),
  );
});

test.each(files)('%s names titles, paths and rights that the shell knows', (file) => {
  const { pages, actions } = JSON.parse(readFileSync(join(apps, file), 'utf8')) as Manifest;
  const rights = [undefined, 'anyone', 'user', 'view', 'edit', 'admin', 'platform-admin'];
  for (const { title, path, needs } of [...pages, ...actions]) {
    expect(title).toMatch(/^[A-Z]/);
    expect(path).toMatch(/^\//);
    expect(rights).toContain(needs);
  }
  const titles = [...pages, ...actions].map(({ title }) => title);
  expect(titles).toEqual([...new Set(titles)]);
});
