import { expect, test } from '@jest/globals';
import { endedRecently, takeNews } from './job-news.ts';
import type { ServiceJob } from './service-jobs.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const job = (id: string, more: Partial<ServiceJob> = {}): ServiceJob => ({
  service: 'vault',
  id,
  kind: 'import.url',
  status: 'succeeded',
  progress: 100,
  created_at: '2026-11-22T11:58:00Z',
  finished_at: '2026-11-22T11:59:00Z',
  ...more,
});
const running = job('1', { status: 'running', finished_at: null });
const seen = (...jobs: ServiceJob[]) => ({
  jobs,
  services: ['vault', ...jobs.map(({ service }) => service)],
});

test('a job that ends is announced once, whether it was seen running or not', () => {
  const first = takeNews(seen(running), {});
  expect(first.news).toEqual([]);
  const second = takeNews(seen(job('2'), job('1')), first.seen);
  expect(second.news.map(({ id }) => id).sort()).toEqual(['1', '2']);
  expect(takeNews(seen(job('2'), job('1')), second.seen).news).toEqual([]);
});

test('the first job of a user is announced', () => {
  const first = takeNews(seen(), {});
  expect(takeNews(seen(job('1')), first.seen).news).toHaveLength(1);
});

test('jobs that ended before the first look at a service are not announced', () => {
  const first = takeNews(seen(job('1')), {});
  expect(first.news).toEqual([]);
  const other = takeNews(seen(job('1'), job('1', { service: 'dbadmin' })), first.seen);
  expect(other.news).toEqual([]);
});

test('jobs that ended more than an hour ago are not announced', () => {
  expect(endedRecently(job('1', { finished_at: '2026-11-22T10:59:00Z' }), now)).toBe(false);
  expect(endedRecently(job('1', { finished_at: '2026-11-22T11:01:00Z' }), now)).toBe(true);
});
