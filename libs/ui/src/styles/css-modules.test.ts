import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '../../../..');
const files = globSync(['apps/*/web/src/**/*.{ts,tsx}', 'libs/ui/src/**/*.{ts,tsx}'], { cwd: root });

/** Style sheets that a file imports, by the name under which it uses them. */
function imported(file: string, text: string): [name: string, path: string][] {
  const imports = text.matchAll(/^import (\w+) from '(\.[^']*\.module\.css)';/gm);
  return [...imports].map(([, name = '', path = '']) => [name, join(root, dirname(file), path)]);
}

test('every class that a page names is in its style sheet', () => {
  const missing = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return imported(file, text).flatMap(([name, path]) => {
      const rules = readFileSync(path, 'utf8');
      const used = [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)\\b`, 'g'))].map(([, each = '']) => each);
      const unknown = used.filter((each) => each !== 'module' && !new RegExp(`\\.${each}\\b`).test(rules));
      return unknown.map((each) => `${file}: .${each} is not in ${basename(path)}`);
    });
  });
  expect(missing).toEqual([]);
});
