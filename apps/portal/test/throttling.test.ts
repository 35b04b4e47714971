import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createSignInThrottle } from '@cairn/auth';
import { PASSWORD, startTestPortal } from './test-app.ts';
import type { TestPortal } from './test-app.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

function login(fields: Record<string, string>, headers: Record<string, string> = {}) {
  return portal.as().post('/login').set(headers).type('form').send(fields);
}

/** The cookie of known browsers that an answer sets, as a browser sends it back. */
function knownBrowserOf({ headers }: { headers: Record<string, unknown> }): string {
  const cookies = headers['set-cookie'] as string[];
  return cookies.find((text) => text.startsWith('cairn_known_browser='))?.split(';', 1)[0] ?? '';
}

describe('throttling', () => {
  test('POST /login returns 429 with Retry-After after ten failures of one account from one address', async () => {
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
    expect(refused.text).toContain('role="alert">Too many failed attempts');
    // Another address and another account go on.
    expect((await login({ username: 'throttled', password: PASSWORD }, from('203.0.113.8'))).status).toBe(
      303,
    );
    await portal.addUser({ username: 'unthrottled' });
    expect((await login({ username: 'unthrottled', password: PASSWORD }, from('203.0.113.7'))).status).toBe(
      303,
    );
  });

  test('POST /login does not lock users out after the clock is set back', async () => {
    await portal.addUser({ username: 'stepped' });
    const from = { 'X-Forwarded-For': '203.0.113.40' };
    for (let count = 0; count < 10; count += 1) {
      await login({ username: 'stepped', password: 'wrong' }, from);
    }
    expect((await login({ username: 'stepped', password: PASSWORD }, from)).status).toBe(429);
    await portal.rows(`UPDATE sign_in_throttle SET expire = expire + 7200000 WHERE key LIKE 'pair:%'`);
    expect((await login({ username: 'stepped', password: PASSWORD }, from)).status).toBe(303);
  });

  test('POST /login counts failures of spellings that the database compares as equal together', async () => {
    await portal.addUser({ username: 'finial' });
    const from = { 'X-Forwarded-For': '203.0.113.30' };
    for (let count = 0; count < 10; count += 1) {
      await login({ username: 'finial', password: 'wrong' }, from);
    }
    for (const username of ['FINIAL', ' finial ', '\uff46inial', 'f\u0130nial', 'F\u0130N\u0130AL']) {
      const [same] = await portal.rows<{ same: boolean }>(
        `SELECT lower(normalize(btrim($1), NFKC)) = 'finial' AS same`,
        [username],
      );
      // Without the counter a name of no account answers 401, and one of this account signs in.
      expect((await login({ username, password: PASSWORD }, from)).status).toBe(same?.same ? 429 : 401);
    }
  });

  test('POST /login does not clear failures of a name that differs by an accent', async () => {
    const from = { 'X-Forwarded-For': '203.0.113.31' };
    await portal.addUser({ username: 'jose' });
    await portal.addUser({ username: 'jos\u00e9' });
    const own = knownBrowserOf(await login({ username: 'jos\u00e9', password: PASSWORD }, from));
    for (let count = 0; count < 10; count += 1) {
      const cookie: Record<string, string> = count % 2 === 0 ? { Cookie: own } : {};
      expect((await login({ username: 'jose', password: 'wrong' }, { ...from, ...cookie })).status).toBe(401);
      expect((await login({ username: 'jos\u00e9', password: PASSWORD }, from)).status).toBe(303);
    }
    for (const headers of [from, { ...from, Cookie: own }])
      expect((await login({ username: 'jose', password: PASSWORD }, headers)).status).toBe(429);
    expect((await login({ username: 'jos\u00e9', password: PASSWORD }, from)).status).toBe(303);
  });

  test('POST /login answers ten of twenty parallel guesses', async () => {
    await portal.addUser({ username: 'parallel' });
    const guesses = Array.from({ length: 20 }, () =>
      login({ username: 'parallel', password: 'wrong' }, { 'X-Forwarded-For': '203.0.113.20' }),
    );
    const statuses = (await Promise.all(guesses)).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  test('a correct password is rejected when ten others fail while it is checked', async () => {
    const throttle = createSignInThrottle({ db: portal.context.db, schema: 'portal' });
    const attempt = { account: 'flooded', ip: '203.0.113.50', browser: null };
    const late = throttle.attempt(attempt, async () => {
      for (let count = 0; count < 10; count += 1) await throttle.attempt(attempt, async () => false);
      return true;
    });
    await expect(late).rejects.toMatchObject({ kind: 'too_many', code: 'auth.too_many_attempts' });
  });

  test('POST /login accepts thirty correct passwords in parallel', async () => {
    await portal.addUser({ username: 'eager' });
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => login({ username: 'eager', password: PASSWORD })),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([303]));
  });

  test('POST /login clears the failures of an account after a success', async () => {
    await portal.addUser({ username: 'forgetful' });
    for (let round = 0; round < 2; round += 1) {
      for (let count = 0; count < 9; count += 1) await login({ username: 'forgetful', password: 'wrong' });
      expect((await login({ username: 'forgetful', password: PASSWORD })).status).toBe(303);
    }
  });

  test('POST /login counts the addresses of an IPv6 network together', async () => {
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

  test('POST /login locks an account after 100 failures from many addresses, except for known browsers', async () => {
    await portal.addUser({ username: 'besieged' });
    const home = { 'X-Forwarded-For': '198.51.100.1' };
    const known = knownBrowserOf(await login({ username: 'besieged', password: PASSWORD }, home));
    for (let count = 0; count < 100; count += 1) {
      await login({ username: 'besieged', password: 'wrong' }, { 'X-Forwarded-For': `192.0.2.${count + 1}` });
    }
    // The address of an earlier sign-in proves nothing: a whole company may share it.
    expect((await login({ username: 'besieged', password: PASSWORD }, home)).status).toBe(429);
    const elsewhere = { 'X-Forwarded-For': '192.0.2.200', Cookie: known };
    expect((await login({ username: 'BESIEGED', password: PASSWORD }, elsewhere)).status).toBe(303);
  });

  test('POST /login accepts known browsers after 100 failures from the same address', async () => {
    const proxy = { 'X-Forwarded-For': '198.51.100.80' };
    await portal.addUser({ username: 'colleague' });
    await portal.addUser({ username: 'newcomer' });
    const known = knownBrowserOf(await login({ username: 'colleague', password: PASSWORD }, proxy));
    // One real failure, counted up to the limit, for a hundred take seconds of hashing.
    await login({ username: 'nobody', password: 'wrong' }, proxy);
    await portal.rows(
      `UPDATE sign_in_throttle SET points = 100 WHERE key LIKE 'address:%' AND expire =
        (SELECT max(expire) FROM sign_in_throttle WHERE key LIKE 'address:%')`,
    );
    expect((await login({ username: 'newcomer', password: PASSWORD }, proxy)).status).toBe(429);
    expect((await login({ username: 'colleague', password: PASSWORD }, proxy)).status).toBe(429);
    const answer = await login({ username: 'colleague', password: PASSWORD }, { ...proxy, Cookie: known });
    expect(answer.status).toBe(303);
    // Ten wrong ones of a stranger for one chosen person are no hindrance either.
    for (let count = 0; count < 10; count += 1) {
      await login({ username: 'colleague', password: 'wrong' }, proxy);
    }
    const again = { ...proxy, Cookie: knownBrowserOf(answer) };
    expect((await login({ username: 'colleague', password: PASSWORD }, again)).status).toBe(303);
  });

  test('POST /login limits known browsers to ten failures, and ignores foreign and forged cookies', async () => {
    const from = { 'X-Forwarded-For': '198.51.100.90' };
    await portal.addUser({ username: 'guesser' });
    await portal.addUser({ username: 'guessed' });
    const known = knownBrowserOf(await login({ username: 'guesser', password: PASSWORD }, from));
    for (let count = 0; count < 10; count += 1) {
      const cookie = { ...from, Cookie: known };
      expect((await login({ username: 'guesser', password: 'wrong' }, cookie)).status).toBe(401);
    }
    const limited = await login({ username: 'guesser', password: PASSWORD }, { ...from, Cookie: known });
    expect(limited.status).toBe(429);

    for (let count = 0; count < 10; count += 1) {
      await login({ username: 'guessed', password: 'wrong' }, { ...from, Cookie: known });
    }
    const [value = ''] = known.split('=').slice(1);
    const forged = [value.replace(/^./, 'A'), value.replace(/:\d+:/, ':9999999999:'), 'x', ''];
    for (const cookie of [known, ...forged.map((text) => `cairn_known_browser=${text}`)]) {
      const answer = await login({ username: 'guessed', password: PASSWORD }, { ...from, Cookie: cookie });
      expect(answer.status).toBe(429);
    }
  });

  test('POST /login keeps a browser known to each of its accounts, with a cookie for the form only', async () => {
    await portal.addUser({ username: 'first-of-two' });
    await portal.addUser({ username: 'second-of-two' });
    const first = await login({ username: 'first-of-two', password: PASSWORD });
    const header = (first.headers['set-cookie'] as unknown as string[]).find((text) =>
      text.startsWith('cairn_known_browser='),
    );
    expect(header).toMatch(/; Path=\/login; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
    expect(header).not.toContain('first-of-two');
    const second = await login(
      { username: 'second-of-two', password: PASSWORD },
      { Cookie: knownBrowserOf(first) },
    );
    expect(knownBrowserOf(second).split('.')).toHaveLength(2);
    const again = await login(
      { username: 'first-of-two', password: PASSWORD },
      { Cookie: knownBrowserOf(second) },
    );
    expect(knownBrowserOf(again).split('.')).toHaveLength(2);
  });

  test('POST /api/me/password succeeds after failed sign-ins of other people', async () => {
    const person = await portal.addUser({ username: 'changer' });
    const from = { 'X-Forwarded-For': '198.51.100.95' };
    for (let count = 0; count < 11; count += 1) {
      await login({ username: 'changer', password: 'wrong' }, from);
    }
    const change = { current_password: PASSWORD, new_password: 'another good password' };
    const answer = await portal.as(person).post('/api/me/password').set(from).send(change);
    expect(answer.status).toBe(200);
  });

  test('housekeeping deletes expired counters', async () => {
    const { deleteExpiredRows } = await import('../src/housekeeping.ts');
    await portal.rows('UPDATE sign_in_throttle SET expire = 1');
    await portal.rows(
      `INSERT INTO sign_in_throttle (key, points, expire) SELECT 'pair:' || n, 1, 1 FROM generate_series(1, 1000) n`,
    );
    expect((await deleteExpiredRows(portal.context.db)).counters).toBeGreaterThanOrEqual(1000);
    expect(await portal.rows('SELECT 1 FROM sign_in_throttle')).toHaveLength(0);
  });
});
