import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../topology.ts';
import { americanSpellings } from './american-spellings.ts';
import type { CheckResult } from './step.ts';

type Messages = Record<string, unknown>;

/**
 * What the compiler cannot check in the messages of the web apps: every message that a page uses exists, no two areas of an app
 * have messages of the same name, and all use British spelling.
 */
export async function checkMessages(root = repositoryRoot): Promise<CheckResult> {
  const pages = globSync('apps/*/web/src', { cwd: root }).sort();
  const problems = await Promise.all(pages.map((folder) => findProblems(root, folder)));
  return { passed: problems.flat().length === 0, output: problems.flat().join('\n') };
}

async function findProblems(root: string, folder: string): Promise<string[]> {
  const areas = await loadAreas(join(root, folder));
  const catalog: Messages = Object.assign({}, ...areas);
  return [
    ...usedKeys(join(root, folder))
      .filter((key) => !hasMessage(catalog, key))
      .map((key) => `${folder} uses "${key}", which is not among its messages.`),
    ...Object.keys(catalog)
      .filter((name) => areas.some((area) => name in area && area[name] !== catalog[name]))
      .map((name) => `${folder} has two areas of messages with the name "${name}".`),
    ...americanSpellings(catalog).map((sentence) => `${folder} has an American spelling: ${sentence}`),
  ];
}

/** What each area exports, whether its messages load first or later. */
async function loadAreas(folder: string): Promise<Messages[]> {
  const files = globSync('messages/en/*.ts', { cwd: folder });
  const modules = await Promise.all(files.map((file) => import(join(folder, file)) as Promise<Messages>));
  return modules.flatMap((module) => Object.values(module) as Messages[]);
}

function usedKeys(folder: string): string[] {
  const files = globSync('**/*.{ts,tsx}', { cwd: folder, exclude: ['messages/**'] });
  const keys = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key = '']) => key),
  );
  return [...new Set(keys)];
}

function hasMessage(catalog: Messages, key: string): boolean {
  const find = (path: string) =>
    path.split('.').reduce<unknown>((node, part) => (node as Messages | undefined)?.[part], catalog);
  return typeof find(key) === 'string' || typeof find(`${key}_other`) === 'string';
}
