import { expect, test } from '@jest/globals';
import { createSession, wrongPassword } from './sign-in.ts';
import type { IssuedToken, TokenStore, TokenVerdict } from './sign-in.ts';

const HOUR = 3_600_000;

/** A provider that issues token-1, token-2 … and a store that any number of sessions share. */
function arrange({ lifeMs = 12 * HOUR, fail }: { lifeMs?: number; fail?: () => Error | null } = {}) {
  const clock = { now: Date.parse('2026-11-27T18:00:00Z') };
  const kept: { issued: IssuedToken | null; problem: string | null } = { issued: null, problem: null };
  const store: TokenStore = {
    read: async () => ({ ...kept }),
    save: async (issued) => void (kept.issued = issued),
    stop: async (problem) => void (kept.problem = problem),
  };
  const signIns: number[] = [];
  const open = () =>
    createSession({
      store,
      now: () => clock.now,
      async signIn() {
        signIns.push(clock.now);
        await new Promise((done) => setImmediate(done));
        const error = fail?.();
        if (error) throw error;
        return { token: `token-${signIns.length}`, expiresAt: new Date(clock.now + lifeMs) };
      },
    });
  return { clock, kept, signIns, open };
}

const say = (verdict: TokenVerdict) => () => verdict;
const echo = async (token: string): Promise<string> => token;

test('many calls at once share one sign-in', async () => {
  const { open, signIns } = arrange();
  const session = open();
  const tokens = await Promise.all(Array.from({ length: 20 }, () => session.use(echo, say('accepted'))));
  expect([new Set(tokens), signIns.length]).toEqual([new Set(['token-1']), 1]);
});

test('another process takes the token that is stored', async () => {
  const { open, signIns } = arrange();
  await open().use(echo, say('accepted'));
  expect(await open().use(echo, say('accepted'))).toBe('token-1');
  expect(signIns).toHaveLength(1);
});

test('a token is renewed an hour before its end', async () => {
  const { open, clock } = arrange();
  const session = open();
  await session.use(echo, say('accepted'));
  clock.now += 11 * HOUR - 1;
  expect(await session.use(echo, say('accepted'))).toBe('token-1');
  clock.now += 1;
  expect(await session.use(echo, say('accepted'))).toBe('token-2');
});

test.each([
  ['that lives for half an hour', HOUR / 2],
  ['of a provider whose clock is a day behind', -12 * HOUR],
])('a token %s does not cause a sign-in at every call', async (_name, lifeMs) => {
  const { open, clock, signIns } = arrange({ lifeMs });
  const session = open();
  for (let i = 0; i < 9; i += 1) {
    await session.use(echo, say('accepted'));
    clock.now += 60_000;
  }
  expect(signIns).toHaveLength(1);
});

test('401 is: sign in once, repeat once, and the second answer counts', async () => {
  const { open, signIns } = arrange();
  const session = open();
  await session.use(echo, say('accepted'));
  const seen: string[] = [];
  const answer = await session.use(async (token) => (seen.push(token), token), say('rejected'));
  expect([answer, seen, signIns.length]).toEqual(['token-2', ['token-1', 'token-2'], 2]);
});

test('a token that another process has renewed in the meantime is taken instead of a new sign-in', async () => {
  const { open, signIns } = arrange();
  const [one, other] = [open(), open()];
  await one.use(echo, say('accepted'));
  await other.use(echo, say('accepted'));
  await one.use(echo, say('rejected'));
  expect(await other.use(echo, (token) => (token === 'token-1' ? 'rejected' : 'accepted'))).toBe('token-2');
  expect(signIns).toHaveLength(2);
});

test('a wrong password is: sign_in, without another attempt by anybody until the server is edited', async () => {
  const { open, kept, signIns } = arrange({ fail: () => wrongPassword('The login is wrong.') });
  const session = open();
  for (const each of [session, session, open()])
    await expect(each.use(echo, say('accepted'))).rejects.toMatchObject({
      outcome: 'sign_in',
      message: 'The login is wrong.',
    });
  expect(signIns).toHaveLength(1);
  kept.problem = null;
  await expect(session.use(echo, say('accepted'))).rejects.toMatchObject({ outcome: 'sign_in' });
  expect(signIns).toHaveLength(2);
});

test('a sign-in that got no answer is tried again by the next call', async () => {
  const errors: (Error | null)[] = [new Error('down'), null];
  const { open, signIns, kept } = arrange({ fail: () => errors.shift() ?? null });
  const session = open();
  await expect(session.use(echo, say('accepted'))).rejects.toThrow('down');
  expect(await session.use(echo, say('accepted'))).toBe('token-2');
  expect([signIns.length, kept.problem]).toEqual([2, null]);
});
