import { expect, test } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { americanSpellings } from '@cairn/testing';
import { datasetPageMessages } from './en-dataset.ts';
import { gisProjectsMessages } from './en/gis-projects.ts';
import { messages } from './en.ts';
import { connectionsMessages } from './en/connections.ts';

const catalog = { ...messages, ...datasetPageMessages, ...connectionsMessages, ...gisProjectsMessages };

const pages = join(import.meta.dirname, '..');

test('every message that a page uses is in the catalogue', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: pages }).filter((path) => !path.includes('messages'));
  const asked = sources.flatMap((path) =>
    [...readFileSync(join(pages, path), 'utf8').matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key = '']) => key),
  );
  expect([...new Set(asked)].filter((key) => !has(key))).toEqual([]);
});

test('all messages use British spelling', () => {
  expect(americanSpellings(catalog)).toEqual([]);
});

function has(key: string): boolean {
  const found = (name: string) =>
    name
      .split('.')
      .reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], catalog);
  return typeof found(key) === 'string' || typeof found(`${key}_other`) === 'string';
}
