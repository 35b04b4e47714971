import { expect, test } from '@jest/globals';
import { ANONYMOUS } from '@cairn/service';
import type { Actor } from '@cairn/service';
import { jobRoutes, summarizeStatus } from './index.ts';
import type { Job, JobFilter } from './index.ts';

const ann: Actor = { ...ANONYMOUS, kind: 'user', id: 7, username: 'ann' };
const bob: Actor = { ...ANONYMOUS, kind: 'user', id: 8, username: 'bob' };
const root: Actor = { ...ANONYMOUS, kind: 'user', id: 9, username: 'root', isAdmin: true };

const job = {
  id: 12,
  kind: 'road.clip',
  payload: { title: 'roads' },
  status: 'queued',
  progress: 0,
  stage: null,
  errors: [],
  result: null,
  requestedBy: '7',
  createdAt: new Date('2027-01-02T03:04:05Z'),
  startedAt: null,
  finishedAt: null,
} as unknown as Job;

const filters: (JobFilter | undefined)[] = [];
const jobs = {
  get: async (id: number) => (id === 12 ? job : undefined),
  list: async (filter?: JobFilter) => (filters.push(filter), [job]),
  cancel: async () => ({ ...job, status: 'cancelled' as const, finishedAt: new Date() }),
};
const routes = jobRoutes({
  jobs,
  service: 'roads',
  summarize: ({ id, status }) => ({ summary: summarizeStatus(status, 'Clip roads'), page: `/jobs/${id}` }),
});
const path = { id: '12' };
const missing = { kind: 'not_found', code: 'roads.no_such_job' };

test('listJobs returns the jobs of the actor, and none to visitors', async () => {
  expect(await routes.listJobs({ query: { status: 'active' } }, ann)).toEqual([
    {
      id: '12',
      kind: 'road.clip',
      status: 'queued',
      progress: 0,
      created_at: '2027-01-02T03:04:05.000Z',
      may_cancel: true,
      title: 'roads',
      summary: 'Clip roads',
      page: '/jobs/12',
    },
  ]);
  expect(filters).toEqual([{ requestedBy: 7, limit: 50, status: ['queued', 'running'] }]);
  expect(await routes.listJobs({ query: {} }, ANONYMOUS)).toEqual([]);
});

test('getJob and cancelJob return 404 for the job of another user and for an unknown id', async () => {
  await expect(routes.getJob({ path }, bob)).rejects.toMatchObject(missing);
  await expect(routes.cancelJob({ path }, bob)).rejects.toMatchObject(missing);
  for (const id of ['13', '0', 'x'])
    await expect(routes.getJob({ path: { id } }, root)).rejects.toMatchObject(missing);
});

test('administrators see and cancel the jobs of all users', async () => {
  expect(await routes.getJob({ path }, root)).toMatchObject({ title: 'roads', may_cancel: true });
  expect(await routes.cancelJob({ path }, root)).toMatchObject({ status: 'cancelled', may_cancel: false });
});

test('details add fields for other users who may see the job, but neither title nor errors', async () => {
  const shared = jobRoutes({
    jobs,
    service: 'roads',
    summarize: () => null,
    details: async () => ({ road: 'A1' }),
  });
  const body = await shared.getJob({ path }, bob);
  expect(body).toMatchObject({ id: '12', road: 'A1', may_cancel: false });
  expect(body).not.toHaveProperty('title');
});
