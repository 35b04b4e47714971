import { expect, test } from '@jest/globals';
import { createFairSemaphore } from './fair-semaphore.ts';
import type { FairSemaphore } from './fair-semaphore.ts';
import { runForPerson } from './person.ts';
import type { Person } from './person.ts';

const busy = { code: 'test.busy', message: 'Try again later.' };

const user = (name: string): Person => ({ name, isVisitor: false });
const visitor = (network: string): Person => ({ name: `visitor ${network}`, isVisitor: true });

/** Starts work that ends on request, and records the order in which it began. */
function workshop(places: FairSemaphore) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    start(name: string, person: string | Person | null, isForPage = false): Promise<void> {
      const work = () =>
        places.run(
          () => {
            begun.push(name);
            return new Promise<void>((resolve) => ends.set(name, resolve));
          },
          { isForPage },
        );
      return person === null
        ? work()
        : runForPerson(typeof person === 'string' ? user(person) : person, work);
    },
    async end(name: string): Promise<void> {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('a user gets no more than perPerson places, and the next place goes to the user who waited longest', async () => {
  const { start, begun, end } = workshop(createFairSemaphore({ limit: 2, perPerson: 1, busy }));
  for (const name of ['a1', 'a2', 'a3']) void start(name, 'ann');
  void start('b1', 'bob');
  expect(begun).toEqual(['a1', 'b1']);
  void start('c1', 'cid');
  await end('b1');
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  await end('a1');
  await end('c1');
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
  await end('a2');
  expect(begun.at(-1)).toBe('a3');
});

test('users take turns at a single place, however much work one of them has waiting', async () => {
  const { start, begun, end } = workshop(createFairSemaphore({ limit: 1, perPerson: 1, busy }));
  for (const name of ['a1', 'a2', 'a3']) void start(name, 'ann');
  void start('b1', 'bob');
  for (const name of ['a1', 'a2', 'b1']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('users who come back do not overtake users who wait', async () => {
  const { start, begun, end } = workshop(createFairSemaphore({ limit: 1, perPerson: 1, busy }));
  for (const name of ['a1', 'a2', 'a3']) void start(name, 'ann');
  for (const name of ['b1', 'c1', 'b2', 'c2', 'b3', 'c3']) {
    void start(name, name.startsWith('b') ? 'bob' : 'cid');
    await end(begun.at(-1)!);
  }
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'c1', 'b2', 'c2']);
});

test('users come before visitors, and visitors leave one place to users, for pages too', async () => {
  const { start, begun, end } = workshop(createFairSemaphore({ limit: 3, perPerson: 1, forPages: 2, busy }));
  for (const network of ['v1', 'v2', 'v3']) void start(network, visitor(network), network !== 'v3');
  expect(begun).toEqual(['v1', 'v3']);
  void start('v4', visitor('v4'));
  void start('a1', 'ann', true);
  expect(begun).toEqual(['v1', 'v3', 'a1']);
  for (const person of ['bob', 'cid']) void start(person, person);
  await end('v1');
  await end('v3');
  expect(begun).toEqual(['v1', 'v3', 'a1', 'bob', 'cid']);
  await end('a1');
  expect(begun.at(-1)).toBe('v2');
});

test('visitors of one network count as one, and cannot fill the queue for users', async () => {
  const limits = { limit: 3, perPerson: 3, perNetwork: 1, maxWaiting: 4, maxWaitingPerPerson: 2 };
  const { start, begun, end } = workshop(createFairSemaphore({ ...limits, busy }));
  for (const name of ['v1', 'v2', 'v3']) void start(name, visitor('a'));
  void start('w1', visitor('b'));
  expect(begun).toEqual(['v1', 'w1']);
  await expect(start('x1', visitor('c'))).rejects.toMatchObject({ code: 'test.busy' });
  for (const name of ['a1', 'a2', 'a3']) void start(name, 'ann');
  await end('v1');
  await end('w1');
  expect(begun).toEqual(['v1', 'w1', 'a1', 'a2', 'a3']);
});

test('pages leave a place to other work, and work outside a request has no limit for one person', async () => {
  const places = createFairSemaphore({ limit: 3, perPerson: 1, forPages: 2, busy });
  const { start, begun } = workshop(places);
  for (const person of ['ann', 'bob', 'cid']) void start(person, person, true);
  expect(begun).toEqual(['ann', 'bob']);
  void start('upload', 'dan');
  expect(begun).toEqual(['ann', 'bob', 'upload']);
  const free = workshop(createFairSemaphore({ limit: 3, perPerson: 1, busy }));
  for (const name of ['j1', 'j2', 'j3', 'j4']) void free.start(name, null);
  expect(free.begun).toEqual(['j1', 'j2', 'j3']);
});

test('work leaves the queue after a timeout or an abort, and is refused when the user has too much waiting', async () => {
  const places = createFairSemaphore({ limit: 1, perPerson: 1, maxWaitingPerPerson: 2, busy });
  const { start, begun, end } = workshop(places);
  void start('a1', 'ann');
  const late = runForPerson(user('ann'), () => places.run(() => Promise.resolve(), { waitMs: 10 }));
  await expect(late).rejects.toMatchObject({ kind: 'unavailable', code: 'test.busy', retryAfter: 5 });
  const leaving = new AbortController();
  const gone = runForPerson(user('bob'), () =>
    places.run(() => Promise.resolve(), { signal: leaving.signal }),
  );
  leaving.abort(new Error('left'));
  await expect(gone).rejects.toThrow('left');
  void start('a2', 'ann');
  void start('a3', 'ann');
  await expect(start('a4', 'ann')).rejects.toMatchObject({ code: 'test.busy' });
  await end('a1');
  await end('a2');
  expect(begun).toEqual(['a1', 'a2', 'a3']);
});
