import { expect, test } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { americanSpellings } from '@cairn/testing';
import { analysisMessages } from './en/analysis.ts';
import { datasourcesMessages } from './en/datasources.ts';
import { embeddedMessages } from './en/embedded.ts';
import { embeddingMessages } from './en/embedding.ts';
import { builderPageMessages } from './en-builder.ts';
import { dashboardPageMessages } from './en-dashboards.ts';
import { libraryPageMessages } from './en-library.ts';
import { messages } from './en.ts';

const bundles = [
  messages,
  analysisMessages,
  datasourcesMessages,
  libraryPageMessages,
  builderPageMessages,
  dashboardPageMessages,
  embeddedMessages,
  embeddingMessages,
];
const catalog = Object.assign({}, ...bundles) as Record<string, unknown>;

const pages = join(import.meta.dirname, '..');

test('every message that a page uses is in the catalogue', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: pages }).filter((path) => !path.includes('messages'));
  const asked = sources.flatMap((path) =>
    [...readFileSync(join(pages, path), 'utf8').matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key = '']) => key),
  );
  expect([...new Set(asked)].filter((key) => !has(key))).toEqual([]);
});

test('no two areas have messages of the same name', () => {
  const names = bundles.flatMap((bundle) => Object.keys(bundle));
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
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
