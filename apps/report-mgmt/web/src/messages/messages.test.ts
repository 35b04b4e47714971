import { expect, test } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { americanSpellings } from '@cairn/testing';
import { contextMessages } from './en/context.ts';
import { datasourcesMessages } from './en/datasources.ts';
import { publishMessages } from './en/publish.ts';
import { reportMessages } from './en/report.ts';
import { runnerMessages } from './en/runner.ts';
import { runsMessages } from './en/runs.ts';
import { syncMessages } from './en/sync.ts';
import { workspaceMessages } from './en/workspace.ts';
import { deliveriesMessages } from './en/deliveries.ts';
import { emailTemplatesMessages } from './en/email-templates.ts';
import { executionsMessages } from './en/executions.ts';
import { historyMessages } from './en/history.ts';
import { recipientsMessages } from './en/recipients.ts';
import { scheduleFormMessages } from './en/schedule-form.ts';
import { schedulesMessages } from './en/schedules.ts';
import { messages } from './en.ts';

const bundles = [
  messages,
  contextMessages,
  datasourcesMessages,
  publishMessages,
  reportMessages,
  runnerMessages,
  runsMessages,
  syncMessages,
  workspaceMessages,
  deliveriesMessages,
  emailTemplatesMessages,
  executionsMessages,
  historyMessages,
  recipientsMessages,
  scheduleFormMessages,
  schedulesMessages,
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
