import { expect, test } from '@jest/globals';
import type { SettingGroup } from '../client.ts';
import { filterSettings, type SettingFilter } from './filter-settings.ts';

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
const names = (words: string, filter: SettingFilter = 'all') =>
  filterSettings(groups, { words, filter }).flatMap((group) => group.settings.map(({ name }) => name));

test('filterSettings keeps settings with every word in their name, description or group title', () => {
  expect(names('work mem')).toEqual(['work_mem']);
  expect(names('MEMORY')).toEqual(['work_mem', 'shared_buffers']);
  expect(names('memory log')).toEqual([]);
});

test('filterSettings keeps modified settings, or those that need a restart', () => {
  expect(names('', 'modified')).toEqual(['work_mem']);
  expect(names('', 'restart')).toEqual(['log_connections']);
});
