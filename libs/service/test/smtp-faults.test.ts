import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort, until } from '@cairn/testing';
import type { MailFault, TestMailServer } from '@cairn/testing';
import type { SendOutcome } from '../src/mail/outcome.ts';
import { ada, createMailServers, file, mailer, message } from './mail-servers.ts';

/** More than the buffers between two sockets of this machine hold. */
const LARGE = 10_000_000;

const servers = createMailServers();
afterAll(() => servers.close());

const retry = (stage: string, code?: number) => ({ state: 'retry', stage, ...(code ? { code } : {}) });
const rejected = (stage: string, code: number) => ({ state: 'rejected', stage, code });

type Row = [what: string, fault: MailFault, expected: Record<string, unknown>, kept?: number, bytes?: number];

/** What goes wrong, what the attempt comes to, and how many messages the server kept: none unless it says so. */
const rows: Row[] = [
  ['is cut before the greeting', { at: 'greeting', action: 'cut' }, retry('connect')],
  ['stays silent instead of a greeting', { at: 'greeting', action: 'hang' }, retry('connect')],
  ['is refused with 421 at once', { at: 'greeting', code: 421 }, { state: 'retry', code: 421 }],
  ['is refused with 554 at once', { at: 'greeting', code: 554 }, rejected('connect', 554)],
  ['is cut after the greeting', { at: 'ehlo', action: 'cut' }, retry('connect')],
  ['is cut at MAIL', { at: 'mail', action: 'cut' }, retry('envelope')],
  ['stays silent at MAIL', { at: 'mail', action: 'hang' }, retry('envelope')],
  ['is refused with 421 at MAIL', { at: 'mail', code: 421 }, { state: 'retry', code: 421 }],
  ['is refused with 451 at MAIL', { at: 'mail', code: 451 }, retry('envelope', 451)],
  ['is refused with 550 at MAIL', { at: 'mail', code: 550 }, rejected('envelope', 550)],
  ['is refused with 552 at MAIL', { at: 'mail', code: 552 }, { state: 'too_large', limit: null }],
  ['is cut at RCPT', { at: 'rcpt', action: 'cut' }, retry('envelope')],
  ['is refused with 421 at RCPT', { at: 'rcpt', code: 421 }, { state: 'retry', code: 421 }],
  ['is refused with 451 at RCPT', { at: 'rcpt', code: 451 }, retry('recipient', 451)],
  ['is refused with 550 at RCPT', { at: 'rcpt', code: 550 }, rejected('recipient', 550)],
  ['is refused with 552 at RCPT', { at: 'rcpt', code: 552 }, rejected('recipient', 552)],
  ['is cut at DATA', { at: 'data', action: 'cut' }, retry('envelope')],
  ['is refused with 451 at DATA', { at: 'data', action: { line: '451 later' } }, retry('data', 451)],
  ['is refused with 554 at DATA', { at: 'data', action: { line: '554 no' } }, rejected('data', 554)],
  ['is cut within a large message', { at: 'body', action: 'cut' }, retry('data'), 0, LARGE],
  ['stays silent within a large message', { at: 'body', action: 'hang' }, retry('data'), 0, LARGE],
  // A small one is in the buffers of the system as a whole, and nobody knows whether it left them.
  ['is cut within a small message', { at: 'body', action: 'cut' }, { state: 'unknown' }, 0, 3_000],
  ['is cut after the last byte', { at: 'message', action: 'cut' }, { state: 'unknown' }, 1],
  ['stays silent after the last byte', { at: 'message', action: 'hang' }, { state: 'unknown' }, 1],
  ['is refused with 421 after the last byte', { at: 'message', code: 421 }, { state: 'retry', code: 421 }],
  ['is refused with 451 after the last byte', { at: 'message', code: 451 }, retry('answer', 451)],
  ['is refused with 550 after the last byte', { at: 'message', code: 550 }, rejected('answer', 550)],
  [
    'is refused with 552 after the last byte',
    { at: 'message', code: 552 },
    { state: 'too_large', limit: null },
  ],
  [
    'is refused with 554 5.3.4 after the last byte',
    { at: 'message', code: 554, text: '5.3.4 too big' },
    { state: 'too_large' },
  ],
  [
    'is refused with 552 5.2.2 after the last byte',
    { at: 'message', code: 552, text: '5.2.2 mailbox full' },
    { state: 'rejected' },
  ],
  ['is cut after the answer', { at: 'answered', action: 'cut' }, { state: 'sent' }, 1],
  ['is answered late', { at: 'message', action: { delayMs: 100 } }, { state: 'sent' }, 1],
];

describe('an attempt', () => {
  const results = new Map<string, { outcome: SendOutcome; kept: number; keptAfterRetry: number | null }>();

  // All at once: most of the time goes into waiting for servers.
  beforeAll(() => Promise.all(rows.map(([what, fault, , , bytes]) => run(what, fault, bytes))));

  async function run(what: string, fault: MailFault, bytes?: number): Promise<void> {
    const server = await servers.start();
    const mail = await message(ada, bytes ? file(bytes) : undefined);
    server.setFault(fault);
    // Short only where a silence is waited for: the machine may be busy.
    const isSilent = 'action' in fault && fault.action === 'hang';
    const timeouts = isSilent ? { greetingMs: 1_500, idleMs: 1_500 } : {};
    const outcome = await mailer(server.url, timeouts).send(mail, ada);
    const kept = server.messages.length;
    server.setFault(null);
    // The service tries again what is in the state retry, and nothing else.
    if (outcome.state === 'retry') await mailer(server.url).send(mail, ada);
    results.set(what, {
      outcome,
      kept,
      keptAfterRetry: outcome.state === 'retry' ? server.messages.length : null,
    });
  }

  test.each(rows)('whose connection %s', (what, _fault, expected, kept = 0) => {
    const result = results.get(what);
    expect(result?.outcome).toMatchObject(expected);
    expect(result?.kept).toBe(kept);
    expect(result?.keptAfterRetry).toBe(expected.state === 'retry' ? 1 : null);
    expect(result?.outcome.reply).toMatch(
      /^(\d{3} |The mail server 127\.0\.0\.1:\d+ (closed|did not answer)).+/,
    );
  });

  test('at a closed port may be tried again, and says that the connection was refused', async () => {
    const port = await freePort();
    expect(await mailer(`smtp://127.0.0.1:${port}`).send(await message(), ada)).toEqual({
      state: 'retry',
      stage: 'connect',
      reply: `The mail server 127.0.0.1:${port} refused the connection.`,
    });
  });

  test('that takes too long as a whole ends, though the server sends something now and then', async () => {
    const server = await servers.start();
    server.setFault({ at: 'data', action: { delayMs: 400 } });
    const outcome = await mailer(server.url, { idleMs: 10_000, totalMs: 300 }).send(await message(), ada);
    // A busy machine takes as long for the greeting alone.
    expect(outcome).toMatchObject({
      state: 'retry',
      reply: expect.stringMatching(/did not answer in time( before the message)?\.$/),
    });
    expect(server.messages).toEqual([]);
  });

  test('that takes too long before the message ends, and one that waits for the answer to it goes on', async () => {
    const [silent, slow] = [await servers.start(), await servers.start()];
    silent.setFault({ at: 'rcpt', action: 'hang' });
    slow.setFault({ at: 'message', action: { delayMs: 2_000 } });
    const send = async ({ url }: TestMailServer) =>
      mailer(url, { envelopeMs: 1_500 }).send(await message(), ada);
    expect(await Promise.all([silent, slow].map(send))).toMatchObject([
      { state: 'retry', stage: 'envelope' },
      { state: 'sent' },
    ]);
  });

  const late = new DOMException('Too late', 'TimeoutError');
  test.each([
    ['greeting', undefined, 'retry', /^The worker stopped\.$/],
    ['message', undefined, 'unknown', /^The worker stopped after the whole/],
    ['rcpt', late, 'retry', /did not answer in time before the message\.$/],
  ] as const)(
    'that is stopped while it waits for the answer to %s ends',
    async (at, reason, state, reply) => {
      const server = await servers.start();
      server.setFault({ at, action: 'hang' });
      const stop = new AbortController();
      const { signal } = stop;
      const { send } = mailer(server.url);
      const sending = send(await message(), ada, { signal });
      const hasCome = () => (at === 'message' ? server.messages.length : server.connections()) === 1;
      await until('the server has what it does not answer', hasCome);
      // For the few commands before RCPT.
      await delay(300);
      const stopped = performance.now();
      stop.abort(reason);
      expect(await sending).toMatchObject({ state, reply: expect.stringMatching(reply) });
      // By itself it would end after 20 seconds.
      expect(performance.now() - stopped).toBeLessThan(15_000);
      expect(await send(await message(), ada, { signal })).toMatchObject({ state: 'retry' });
    },
  );
});
