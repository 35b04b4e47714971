import { expect, test } from '@jest/globals';
import type { SettingGroup } from '../client.ts';
import { found } from './search.ts';

const setting = (name: string, more: object = {}) => ({
  name,
  value: '1',
  type: 'integer' as const,
  context: 'user',
  needs_restart: false,
  pending_restart: false,
  modified: false,
  ...more,
});
const groups: SettingGroup[] = [
  {
    key: 'memory',
    title: 'Memory',
    settings: [setting('work_mem', { modified: true }), setting('shared_buffers')],
  },
  { key: 'logging', title: 'Logging', settings: [setting('log_connections', { pending_restart: true })] },
];
const names = (words: string, shown: 'all' | 'modified' | 'restart' = 'all') =>
  found(groups, { words, shown }).flatMap((group) => group.settings.map(({ name }) => name));

test('every word must be found, in the name, the description or the title of the group', () => {
  expect(names('work mem')).toEqual(['work_mem']);
  expect(names('MEMORY')).toEqual(['work_mem', 'shared_buffers']);
  expect(names('memory log')).toEqual([]);
});

test('filters leave what is changed, or what waits for a restart', () => {
  expect(names('', 'modified')).toEqual(['work_mem']);
  expect(names('', 'restart')).toEqual(['log_connections']);
});
