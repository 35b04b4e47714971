import { expect, test } from '@jest/globals';
import { backEndSnippet, pageSnippet } from './snippets.ts';
import type { NewEmbedToken } from './types.ts';

const token: NewEmbedToken = {
  token: 'emb_x',
  token_id: 1,
  type: 'dashboard',
  id: 'cities',
  owner: '</script>',
  origins: [],
  actions: [],
  expires_at: '2026-01-01T00:00:00Z',
  url: '',
};

test('the snippet of a page cannot end its script early', () => {
  const snippet = pageSnippet(token, 'https://maps.example.org/report-server');
  expect(snippet.match(/<\/script>/g)).toHaveLength(2);
  expect(snippet).toContain('PlatformReport.embedDashboard({');
  expect(snippet).toContain('dashboardId: "cities"');
});

test('the snippet of a back end keeps quotes in values', () => {
  const input = { type: 'report', id: 'a', expires_in: 600, parameters: { name: "O'Brien" } } as const;
  expect(backEndSnippet(input, 'https://maps.example.org')).toContain(String.raw`"O'\''Brien"`);
});
