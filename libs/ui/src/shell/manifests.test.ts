import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Manifest } from './manifests.ts';

const apps = join(import.meta.dirname, '../../../../apps');
const shared = join(import.meta.dirname, '..');
const files = globSync('*/web/manifest.json', { cwd: apps });

test('every service with pages has a manifest', () => {
  expect(files.toSorted()).toEqual(
    globSync('*/web/src/main.tsx', { cwd: apps })
      .map((file) => file.replace('src/main.tsx', 'manifest.json'))
      .toSorted(),
  );
});

test('the shell names no service but the portal', () => {
  const services = files.map((file) => file.split('/')[0] ?? '').filter((name) => name !== 'portal');
  const sources = globSync('**/*.{ts,tsx}', { cwd: shared }).filter((path) => !path.includes('.test.'));
  const named = sources.filter((path) => {
    const code = readFileSync(join(shared, path), 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '');
    return services.some((service) => code.includes(`'${service}'`) || code.includes(`/${service}`));
  });
  expect(named).toEqual([]);
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
