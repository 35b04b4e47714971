import { expect, test } from '@jest/globals';
import type { Job } from '@cairn/jobs';
import { summarizeJob } from './summarize-job.ts';

const derivation = (job: Partial<Job>, payload: object = {}) =>
  summarizeJob({
    kind: 'version.derive',
    payload: { title: 'roads', derivation: { operation: 'filter' }, ...payload },
    ...job,
  } as Job);

test('the summary of a derivation links to the page of its new dataset only when that exists', () => {
  const created = { new_dataset: { name: 'roads', folder_id: null } };
  expect(derivation({ status: 'queued' }, created)).toEqual({ summary: 'Filter roads', page: '/' });
  expect(derivation({ status: 'failed' }, created)).toEqual({ summary: 'Could not filter roads', page: '/' });
  expect(derivation({ status: 'succeeded', result: { dataset: 'roads', new_version: 1 } }, created)).toEqual({
    summary: 'Filtered roads as version 1',
    page: '/datasets/roads',
  });
  expect(derivation({ status: 'failed' })).toMatchObject({ page: '/datasets/roads' });
});
