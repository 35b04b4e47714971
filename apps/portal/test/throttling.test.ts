import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PASSWORD, startPortal } from './start-portal.ts';
import type { TestPortal } from './start-portal.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

function login(fields: Record<string, string>, headers: Record<string, string> = {}) {
  return portal.as().post('/login').set(headers).type('form').send(fields);
}

describe('throttling', () => {
  test('POST /login answers 429 with Retry-After after ten failures of one account from one address', async () => {
    await portal.addUser({ username: 'throttled' });
    const from = (ip: string) => ({ 'X-Forwarded-For': ip });
    for (let count = 0; count < 10; count += 1) {
      expect((await login({ username: 'throttled', password: 'wrong' }, from('203.0.113.7'))).status).toBe(
        401,
      );
    }
    const refused = await login({ username: 'THROTTLED', password: PASSWORD }, from('203.0.113.7'));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(200);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(300);
    expect(refused.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(refused.text).toContain('role="alert">There were too many failed attempts');
    // Another address and another account go on.
    expect((await login({ username: 'throttled', password: PASSWORD }, from('203.0.113.8'))).status).toBe(
      303,
    );
    await portal.addUser({ username: 'unthrottled' });
    expect((await login({ username: 'unthrottled', password: PASSWORD }, from('203.0.113.7'))).status).toBe(
      303,
    );
  });

  test('a name in other letters that the database takes for the same has no guesses of its own', async () => {
    await portal.addUser({ username: 'finial' });
    const from = { 'X-Forwarded-For': '203.0.113.30' };
    for (let count = 0; count < 10; count += 1) {
      await login({ username: 'finial', password: 'wrong' }, from);
    }
    for (const username of ['FINIAL', ' finial ', 'f\u0130nial', 'F\u0130N\u0130AL']) {
      expect((await login({ username, password: PASSWORD }, from)).status).toBe(429);
    }
  });

  test('twenty guesses at one time are no more than ten guesses', async () => {
    await portal.addUser({ username: 'parallel' });
    const guesses = Array.from({ length: 20 }, () =>
      login({ username: 'parallel', password: 'wrong' }, { 'X-Forwarded-For': '203.0.113.20' }),
    );
    const statuses = (await Promise.all(guesses)).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  test('thirty right passwords at one time are thirty sign-ins', async () => {
    await portal.addUser({ username: 'eager' });
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => login({ username: 'eager', password: PASSWORD })),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([303]));
  });

  test('a sign-in that succeeds clears the failures before it', async () => {
    await portal.addUser({ username: 'forgetful' });
    for (let round = 0; round < 2; round += 1) {
      for (let count = 0; count < 9; count += 1) await login({ username: 'forgetful', password: 'wrong' });
      expect((await login({ username: 'forgetful', password: PASSWORD })).status).toBe(303);
    }
  });

  test('addresses of one IPv6 network count as one', async () => {
    await portal.addUser({ username: 'six' });
    for (let count = 0; count < 10; count += 1) {
      await login(
        { username: 'six', password: 'wrong' },
        { 'X-Forwarded-For': `2001:db8:1:2::${count + 1}` },
      );
    }
    const answer = await login(
      { username: 'six', password: PASSWORD },
      { 'X-Forwarded-For': '2001:db8:1:2:ffff::1' },
    );
    expect(answer.status).toBe(429);
  });

  test('many machines that guess at one account are stopped, and its owner still signs in from a known address', async () => {
    await portal.addUser({ username: 'besieged' });
    const home = { 'X-Forwarded-For': '198.51.100.1' };
    expect((await login({ username: 'besieged', password: PASSWORD }, home)).status).toBe(303);
    for (let count = 0; count < 100; count += 1) {
      await login({ username: 'besieged', password: 'wrong' }, { 'X-Forwarded-For': `192.0.2.${count + 1}` });
    }
    expect(
      (await login({ username: 'besieged', password: PASSWORD }, { 'X-Forwarded-For': '192.0.2.200' }))
        .status,
    ).toBe(429);
    expect((await login({ username: 'besieged', password: PASSWORD }, home)).status).toBe(303);
  });

  test('a thousand addresses leave a thousand rows that go away, and nothing in memory', async () => {
    const { tidyUp } = await import('../src/housekeeping.ts');
    await portal.rows('UPDATE sign_in_throttle SET expire = 1');
    await portal.rows(
      `INSERT INTO sign_in_throttle (key, points, expire) SELECT 'pair:' || n, 1, 1 FROM generate_series(1, 1000) n`,
    );
    expect((await tidyUp(portal.context.db)).counters).toBeGreaterThanOrEqual(1000);
    expect(await portal.rows('SELECT 1 FROM sign_in_throttle')).toHaveLength(0);
  });
});
