import { expect, test } from '@jest/globals';
import type { Job } from '@cairn/jobs';
import { summaryOf } from './summary.ts';

const derivation = (facts: Partial<Job>, payload: object = {}) =>
  summaryOf({
    kind: 'version.derive',
    payload: { title: 'roads', derivation: { operation: 'filter' }, ...payload },
    ...facts,
  } as Job);

test('a derivation into a new dataset leads to the page of the dataset only once it exists', () => {
  const created = { new_dataset: { name: 'roads', folder_id: null } };
  expect(derivation({ status: 'queued' }, created)).toEqual({ summary: 'Filter roads', page: '/' });
  expect(derivation({ status: 'failed' }, created)).toEqual({ summary: 'Could not filter roads', page: '/' });
  expect(derivation({ status: 'succeeded', result: { dataset: 'roads', new_version: 1 } }, created)).toEqual({
    summary: 'Filtered roads as version 1',
    page: '/datasets/roads',
  });
  expect(derivation({ status: 'failed' })).toMatchObject({ page: '/datasets/roads' });
});
