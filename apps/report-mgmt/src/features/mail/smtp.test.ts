import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createSelfSignedCertificate, startTestMailServer } from '@cairn/testing';
import type { MailFault, TestMailServer, TestMailServerOptions } from '@cairn/testing';
import { composeMessage } from './message.ts';
import type { MailAttachment, MailMessage } from './message.ts';
import { isHardBounce } from './outcome.ts';
import type { SendOutcome } from './outcome.ts';
import { createMailer, RETRY_DELAYS_MINUTES } from './smtp.ts';
import type { MailTimeouts } from './smtp.ts';

const from = { name: 'Reports', address: 'reports@example.org' };
const ada = { name: 'Ada', address: 'ada@example.org' };
/** More than the buffers between two sockets of this machine hold. */
const LARGE = 10_000_000;

const servers: TestMailServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

async function startServer(options?: TestMailServerOptions): Promise<TestMailServer> {
  const server = await startTestMailServer(options);
  servers.push(server);
  return server;
}

function mailer(url: string, timeouts: Partial<MailTimeouts> = {}) {
  return createMailer({
    url,
    from,
    bounce: 'bounces@example.org',
    maxBytes: 30_000_000,
    timeouts: { connectMs: 20_000, greetingMs: 20_000, idleMs: 20_000, ...timeouts },
  });
}

function message(to = ada, attachment?: MailAttachment): Promise<MailMessage> {
  const mail = { subject: 'Levels', html: '<p>Hi</p>', text: 'Hi' };
  return composeMessage({
    id: `d-${to.name}`,
    from,
    to,
    mail,
    date: new Date(),
    ...(attachment ? { attachment } : {}),
  });
}

function file(size: number): MailAttachment {
  const chunk = Buffer.alloc(Math.min(size, 100_000), 7);
  const open = () => Readable.from(Array.from({ length: size / chunk.length }, () => chunk));
  return { fileName: 'levels.pdf', type: 'application/pdf', size, open };
}

test('one message goes to one person, with its envelope sender, its id and its file', async () => {
  const server = await startServer();
  const outcome = await mailer(server.url).send(await message(ada, file(100_000)), ada);
  expect(outcome).toEqual({ state: 'sent', reply: '250 OK: message queued' });
  expect(server.messages).toHaveLength(1);
  const [mail] = server.messages;
  expect(mail?.envelope).toEqual({ from: 'bounces@example.org', to: ['ada@example.org'] });
  expect(mail?.headers.get('message-id')).toBe('<d-Ada@example.org>');
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
  expect(mail?.text).toBe('Hi');
  expect(mail?.attachments).toEqual([
    { fileName: 'levels.pdf', type: 'application/pdf', content: Buffer.alloc(100_000, 7) },
  ]);
});

type Row = [what: string, fault: MailFault, expected: Record<string, unknown>, kept: number, bytes?: number];

/** What goes wrong, what the attempt comes to, and how many messages the server kept. */
const rows: Row[] = [
  ['is cut before the greeting', { at: 'greeting', action: 'cut' }, { state: 'retry', stage: 'connect' }, 0],
  [
    'stays silent instead of a greeting',
    { at: 'greeting', action: 'hang' },
    { state: 'retry', stage: 'connect' },
    0,
  ],
  ['is refused with 421 at once', { at: 'greeting', code: 421 }, { state: 'retry', code: 421 }, 0],
  [
    'is refused with 554 at once',
    { at: 'greeting', code: 554 },
    { state: 'rejected', code: 554, stage: 'connect' },
    0,
  ],
  ['is cut after the greeting', { at: 'ehlo', action: 'cut' }, { state: 'retry', stage: 'connect' }, 0],
  ['is cut at MAIL', { at: 'mail', action: 'cut' }, { state: 'retry', stage: 'envelope' }, 0],
  ['stays silent at MAIL', { at: 'mail', action: 'hang' }, { state: 'retry', stage: 'envelope' }, 0],
  ['is refused with 421 at MAIL', { at: 'mail', code: 421 }, { state: 'retry', code: 421 }, 0],
  [
    'is refused with 451 at MAIL',
    { at: 'mail', code: 451 },
    { state: 'retry', code: 451, stage: 'envelope' },
    0,
  ],
  [
    'is refused with 550 at MAIL',
    { at: 'mail', code: 550 },
    { state: 'rejected', code: 550, stage: 'envelope' },
    0,
  ],
  ['is refused with 552 at MAIL', { at: 'mail', code: 552 }, { state: 'too_large', limit: null }, 0],
  ['is cut at RCPT', { at: 'rcpt', action: 'cut' }, { state: 'retry', stage: 'envelope' }, 0],
  ['is refused with 421 at RCPT', { at: 'rcpt', code: 421 }, { state: 'retry', code: 421 }, 0],
  [
    'is refused with 451 at RCPT',
    { at: 'rcpt', code: 451 },
    { state: 'retry', code: 451, stage: 'recipient' },
    0,
  ],
  [
    'is refused with 550 at RCPT',
    { at: 'rcpt', code: 550 },
    { state: 'rejected', code: 550, stage: 'recipient' },
    0,
  ],
  [
    'is refused with 552 at RCPT',
    { at: 'rcpt', code: 552 },
    { state: 'rejected', code: 552, stage: 'recipient' },
    0,
  ],
  ['is cut at DATA', { at: 'data', action: 'cut' }, { state: 'retry', stage: 'envelope' }, 0],
  [
    'is refused with 451 at DATA',
    { at: 'data', action: { line: '451 later' } },
    { state: 'retry', code: 451, stage: 'data' },
    0,
  ],
  [
    'is refused with 554 at DATA',
    { at: 'data', action: { line: '554 no' } },
    { state: 'rejected', code: 554, stage: 'data' },
    0,
  ],
  [
    'is cut within a large message',
    { at: 'body', action: 'cut' },
    { state: 'retry', stage: 'data' },
    0,
    LARGE,
  ],
  [
    'stays silent within a large message',
    { at: 'body', action: 'hang' },
    { state: 'retry', stage: 'data' },
    0,
    LARGE,
  ],
  // A small one is in the buffers of the system as a whole, and nobody knows whether it left them.
  ['is cut within a small message', { at: 'body', action: 'cut' }, { state: 'unknown' }, 0, 3_000],
  ['is cut after the last byte', { at: 'message', action: 'cut' }, { state: 'unknown' }, 1],
  ['stays silent after the last byte', { at: 'message', action: 'hang' }, { state: 'unknown' }, 1],
  ['is refused with 421 after the last byte', { at: 'message', code: 421 }, { state: 'retry', code: 421 }, 0],
  [
    'is refused with 451 after the last byte',
    { at: 'message', code: 451 },
    { state: 'retry', code: 451, stage: 'answer' },
    0,
  ],
  [
    'is refused with 550 after the last byte',
    { at: 'message', code: 550 },
    { state: 'rejected', code: 550, stage: 'answer' },
    0,
  ],
  [
    'is refused with 552 after the last byte',
    { at: 'message', code: 552 },
    { state: 'too_large', limit: null },
    0,
  ],
  [
    'is refused with 554 5.3.4 after the last byte',
    { at: 'message', code: 554, text: '5.3.4 too big' },
    { state: 'too_large' },
    0,
  ],
  [
    'is refused with 552 5.2.2 after the last byte',
    { at: 'message', code: 552, text: '5.2.2 mailbox full' },
    { state: 'rejected' },
    0,
  ],
  ['is cut after the answer', { at: 'answered', action: 'cut' }, { state: 'sent' }, 1],
  ['is answered late', { at: 'message', action: { delayMs: 100 } }, { state: 'sent' }, 1],
];

describe('an attempt', () => {
  const results = new Map<string, { outcome: SendOutcome; kept: number; keptAfterRetry: number | null }>();

  // All at once: most of the time goes into waiting for servers.
  beforeAll(() => Promise.all(rows.map(([what, fault, , , bytes]) => run(what, fault, bytes))));

  async function run(what: string, fault: MailFault, bytes?: number): Promise<void> {
    const server = await startServer();
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

  test.each(rows)('whose connection %s', (what, _fault, expected, kept) => {
    const result = results.get(what);
    expect(result?.outcome).toMatchObject(expected);
    expect(result?.kept).toBe(kept);
    expect(result?.keptAfterRetry).toBe(expected.state === 'retry' ? 1 : null);
    expect(result?.outcome.reply).toMatch(
      /^(\d{3} |The mail server 127\.0\.0\.1:\d+ (closed|did not answer)).+/,
    );
  });

  test('at a closed port may be tried again, and says that the connection was refused', async () => {
    const server = await startTestMailServer();
    await server.close();
    expect(await mailer(server.url).send(await message(), ada)).toEqual({
      state: 'retry',
      stage: 'connect',
      reply: `The mail server 127.0.0.1:${server.port} refused the connection.`,
    });
  });

  test('that takes too long as a whole ends, though the server sends something now and then', async () => {
    const server = await startServer();
    server.setFault({ at: 'data', action: { delayMs: 400 } });
    const outcome = await mailer(server.url, { idleMs: 10_000, totalMs: 300 }).send(await message(), ada);
    expect(outcome).toMatchObject({ state: 'retry', stage: 'envelope' });
    expect(server.messages).toEqual([]);
  });

  test('that takes too long before the message ends, and one that waits for the answer to it goes on', async () => {
    const server = await startServer();
    const { send } = mailer(server.url, { envelopeMs: 300 });
    server.setFault({ at: 'rcpt', action: 'hang' });
    expect(await send(await message(), ada)).toMatchObject({ state: 'retry', stage: 'envelope' });
    server.setFault({ at: 'message', action: { delayMs: 400 } });
    expect(await send(await message(), ada)).toMatchObject({ state: 'sent' });
  });

  test.each([
    ['greeting', { state: 'retry', stage: 'connect', reply: 'The worker stopped.' }],
    ['message', { state: 'unknown', reply: expect.stringMatching(/^The worker stopped after the whole/) }],
  ] as const)('that is stopped while it waits for the answer to %s ends at once', async (at, outcome) => {
    const server = await startServer();
    server.setFault({ at, action: 'hang' });
    const started = performance.now();
    const signal = AbortSignal.timeout(300);
    expect(await mailer(server.url).send(await message(), ada, { signal })).toEqual(outcome);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(await mailer(server.url).send(await message(), ada, { signal })).toMatchObject({ state: 'retry' });
  });
});

test('of three recipients the server refuses one, and the others get their mail', async () => {
  const server = await startServer();
  server.setFault({ at: 'rcpt', code: 550, text: '5.1.1 no such user', recipient: 'bad@example.org' });
  const people = ['Ada', 'bad', 'Kim'].map((name) => ({
    name,
    address: `${name.toLowerCase()}@example.org`,
  }));
  const { send } = mailer(server.url);
  const outcomes = await Promise.all(people.map(async (person) => send(await message(person), person)));
  expect(outcomes.map(({ state }) => state)).toEqual(['sent', 'rejected', 'sent']);
  expect(outcomes[1]?.reply).toBe('550 5.1.1 no such user');
  expect(server.messages.map(({ envelope }) => envelope.to.join()).sort()).toEqual([
    'ada@example.org',
    'kim@example.org',
  ]);
});

test('a message above SIZE of the server, or above maxBytes, is not sent, and the limit is named', async () => {
  const server = await startServer({ maxBytes: 50_000 });
  const large = await message(ada, file(40_000));
  const outcome = await mailer(server.url).send(large, ada);
  expect(outcome).toEqual({
    state: 'too_large',
    limit: 50_000,
    reply: `The message has ${large.size.toLocaleString('en')} bytes, and at most 50,000 are allowed.`,
  });
  const own = createMailer({ url: server.url, from, maxBytes: 45_000 });
  expect(await own.send(large, ada)).toMatchObject({ state: 'too_large', limit: 45_000 });
  expect(server.connections()).toBe(1);
  expect(server.messages).toEqual([]);
});

test('an attachment that cannot be read ends the attempt, and nothing is sent', async () => {
  const server = await startServer();
  const broken = { ...file(100_000), open: () => Readable.from(failAfter(Buffer.alloc(50_000))) };
  await expect(mailer(server.url).send(await message(ada, broken), ada)).rejects.toThrow('the disk failed');
  expect(server.messages).toEqual([]);
});

async function* failAfter(chunk: Buffer): AsyncGenerator<Buffer> {
  yield chunk;
  throw new Error('the disk failed');
}

test('nothing of a message opens a file or an address', async () => {
  let requests = 0;
  const canary = createServer((_request, response) => {
    requests += 1;
    response.end('canary');
  });
  await new Promise<void>((done) => canary.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/`;
  const server = await startServer();
  const { send } = mailer(server.url);
  for (const source of [{ path: '/etc/passwd' }, { href: url }, { path: url }]) {
    const attachment = { ...file(1), open: () => source as never };
    await expect(send(await message(ada, attachment), ada)).rejects.toThrow(/rejected/i);
    const mail = { subject: 'A', html: source as never, text: '' };
    const request = { id: 'd', from, to: ada, mail, date: new Date() };
    await expect(composeMessage(request)).rejects.toThrow(TypeError);
  }
  const texts = {
    subject: '/etc/passwd',
    html: `<img src="${url}"><p>file:///etc/passwd</p>`,
    text: '/etc/passwd',
  };
  await send(await composeMessage({ id: 'd', from, to: ada, mail: texts, date: new Date() }), ada);
  expect(server.messages.map(({ text }) => text)).toEqual(['/etc/passwd']);
  expect(requests).toBe(0);
  await new Promise((done) => canary.close(done));
});

describe('with a login', () => {
  const login = { user: 'ada', password: 'planted secret+/=' };
  const address = ({ port }: TestMailServer, password = login.password) =>
    `smtp://ada:${encodeURIComponent(password)}@localhost:${port}`;
  const certificate = createSelfSignedCertificate('localhost');
  const authorities = tls.getCACertificates();
  const trust = () => tls.setDefaultCACertificates([...authorities, certificate.cert.toString()]);
  afterAll(() => tls.setDefaultCACertificates(authorities));

  test('a mail is sent over STARTTLS or smtps', async () => {
    trust();
    const [server, implicit] = [
      await startServer({ login, tls: certificate }),
      await startServer({ login, tls: { ...certificate, implicit: true } }),
    ];
    expect(await mailer(address(server)).send(await message(), ada)).toMatchObject({ state: 'sent' });
    const url = address(implicit).replace('smtp:', 'smtps:');
    expect(await mailer(url).send(await message(), ada)).toMatchObject({ state: 'sent' });
    expect([server.messages.length, implicit.messages.length]).toEqual([1, 1]);
  });

  test('a refused login is final, counts against no address, and its reply does not repeat the password', async () => {
    trust();
    const server = await startServer({ login, tls: certificate });
    const outcome = await mailer(address(server, 'planted wrong+/=')).send(await message(), ada);
    expect(outcome).toEqual({
      state: 'rejected',
      code: 535,
      stage: 'login',
      reply: '535 wrong login [secret] [secret]',
    });
    expect(isHardBounce(outcome)).toBe(false);
  });

  test('a certificate of nobody known is not accepted, and the password stays here', async () => {
    tls.setDefaultCACertificates(authorities);
    const server = await startServer({ login, tls: certificate });
    const outcome = await mailer(address(server)).send(await message(), ada);
    expect(outcome).toEqual({
      state: 'retry',
      stage: 'connect',
      reply: `TLS with the mail server localhost:${server.port} failed: self-signed certificate`,
    });
  });

  test('a server without TLS gets neither the password nor the mail', async () => {
    const server = await startServer({ login });
    const outcome = await mailer(address(server)).send(await message(), ada);
    expect(outcome).toMatchObject({
      state: 'retry',
      reply: expect.stringMatching(
        /^The mail server localhost:\d+ does not offer TLS, which SMTP_URL demands: 5/,
      ),
    });
    expect(JSON.stringify(outcome)).not.toContain('planted');
  });
});

test.each([
  ['550 5.1.1 no such user', 'recipient', true],
  ['550 no such user', 'recipient', true],
  ['550 5.7.1 your network is on a list', 'recipient', false],
  ['550 5.1.1 no such user', 'answer', true],
  ['550 looks like spam', 'answer', false],
  ['550 5.1.8 sender refused', 'envelope', false],
] as const)('the refusal "%s" at %s counts against the address: %s', (reply, stage, counts) => {
  expect(isHardBounce({ state: 'rejected', code: 550, stage, reply })).toBe(counts);
  expect(isHardBounce({ state: 'sent', reply: '250 5.1.1' })).toBe(false);
});

test('replies are cut to 500 characters without line breaks', async () => {
  const server = await startServer();
  server.setFault({ at: 'rcpt', code: 550, text: `no\t\x07such user ${'x'.repeat(1_000)}` });
  const { reply } = await mailer(server.url).send(await message(), ada);
  expect(reply).toMatch(/^550 no such user x+$/);
  expect(reply).toHaveLength(500);
});

test('a retry waits 1, 5, 15 and 60 minutes', () => {
  expect(RETRY_DELAYS_MINUTES).toEqual([1, 5, 15, 60]);
});
