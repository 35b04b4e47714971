import { expect, test } from '@jest/globals';
import { createFairPlaces } from './fair-places.ts';
import type { FairPlaces } from './fair-places.ts';
import { runForPerson } from './person.ts';

const busy = { code: 'test.busy', message: 'Try again later.' };

/** Work that ends when told to, and the order in which it began. */
function workshop(places: FairPlaces) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    start(name: string, person: string | null, isForPage = false): Promise<void> {
      const work = () =>
        places.run(
          () => {
            begun.push(name);
            return new Promise<void>((resolve) => ends.set(name, resolve));
          },
          { isForPage },
        );
      return person === null ? work() : runForPerson(person, work);
    },
    async end(name: string): Promise<void> {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('one person has no more places than allowed, and the next place goes to whoever waited longest for a turn', async () => {
  const { start, begun, end } = workshop(createFairPlaces({ places: 2, perPerson: 1, busy }));
  for (const name of ['a1', 'a2', 'a3']) void start(name, 'ann');
  void start('b1', 'bob');
  expect(begun).toEqual(['a1', 'b1']);
  void start('c1', 'cid');
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  await end('b1');
  await end('c1');
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
  await end('a2');
  expect(begun.at(-1)).toBe('a3');
});

test('with a single place persons take turns, however much one of them has asked for', async () => {
  const { start, begun, end } = workshop(createFairPlaces({ places: 1, perPerson: 1, busy }));
  for (const name of ['a1', 'a2', 'a3']) void start(name, 'ann');
  void start('b1', 'bob');
  for (const name of ['a1', 'b1', 'a2']) await end(name);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('pages leave a place to other work, and work outside a request is not counted for anybody', async () => {
  const places = createFairPlaces({ places: 3, perPerson: 1, forPages: 2, busy });
  const { start, begun } = workshop(places);
  for (const person of ['ann', 'bob', 'cid']) void start(person, person, true);
  expect(begun).toEqual(['ann', 'bob']);
  void start('upload', 'dan');
  expect(begun).toEqual(['ann', 'bob', 'upload']);
  const free = workshop(createFairPlaces({ places: 3, perPerson: 1, busy }));
  for (const name of ['j1', 'j2', 'j3', 'j4']) void free.start(name, null);
  expect(free.begun).toEqual(['j1', 'j2', 'j3']);
});

test('whoever waits too long, has too many waiting or goes away leaves the queue', async () => {
  const places = createFairPlaces({ places: 1, perPerson: 1, maxWaitingPerPerson: 2, busy });
  const { start, begun, end } = workshop(places);
  void start('a1', 'ann');
  const late = runForPerson('ann', () => places.run(() => Promise.resolve(), { waitMs: 10 }));
  await expect(late).rejects.toMatchObject({ kind: 'unavailable', code: 'test.busy', retryAfter: 5 });
  const leaving = new AbortController();
  const gone = runForPerson('bob', () => places.run(() => Promise.resolve(), { signal: leaving.signal }));
  leaving.abort(new Error('left'));
  await expect(gone).rejects.toThrow('left');
  void start('a2', 'ann');
  void start('a3', 'ann');
  await expect(start('a4', 'ann')).rejects.toMatchObject({ code: 'test.busy' });
  await end('a1');
  await end('a2');
  expect(begun).toEqual(['a1', 'a2', 'a3']);
});
