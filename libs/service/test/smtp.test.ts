import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import tls from 'node:tls';
import { afterAll, describe, expect, test } from '@jest/globals';
import { createSelfSignedCertificate } from '@cairn/testing';
import type { TestMailServer } from '@cairn/testing';
import { composeMessage } from '../src/mail/message.ts';
import { isHardBounce } from '../src/mail/outcome.ts';
import { createMailer, RETRY_DELAYS_MINUTES } from '../src/mail/smtp.ts';
import { ada, createMailServers, file, from, mailer, message } from './mail-servers.ts';

const servers = createMailServers();
afterAll(() => servers.close());

test('one message goes to one person, with its envelope sender, its id and its file', async () => {
  const server = await servers.start();
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

test('of three recipients the server refuses one, and the others get their mail', async () => {
  const server = await servers.start();
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
  const server = await servers.start({ maxBytes: 50_000 });
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
  const server = await servers.start();
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
  const server = await servers.start();
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
      await servers.start({ login, tls: certificate }),
      await servers.start({ login, tls: { ...certificate, implicit: true } }),
    ];
    expect(await mailer(address(server)).send(await message(), ada)).toMatchObject({ state: 'sent' });
    const url = address(implicit).replace('smtp:', 'smtps:');
    expect(await mailer(url).send(await message(), ada)).toMatchObject({ state: 'sent' });
    expect([server.messages.length, implicit.messages.length]).toEqual([1, 1]);
  });

  test('a refused login is final, counts against no address, and its reply does not repeat the password', async () => {
    trust();
    const server = await servers.start({ login, tls: certificate });
    const outcome = await mailer(address(server, 'planted wrong+/=')).send(await message(), ada);
    expect(outcome).toEqual({
      state: 'rejected',
      code: 535,
      stage: 'login',
      reply: '535 wrong login [secret] [secret]',
    });
    expect(isHardBounce(outcome)).toBe(false);
  });

  test('a certificate of an unknown authority is refused, and the password is not sent', async () => {
    tls.setDefaultCACertificates(authorities);
    const server = await servers.start({ login, tls: certificate });
    const outcome = await mailer(address(server)).send(await message(), ada);
    expect(outcome).toEqual({
      state: 'retry',
      stage: 'connect',
      reply: `TLS with the mail server localhost:${server.port} failed: self-signed certificate`,
    });
  });

  test('a server without TLS gets neither the password nor the mail', async () => {
    const server = await servers.start({ login });
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
  const server = await servers.start();
  server.setFault({ at: 'rcpt', code: 550, text: `no\t\x07such user ${'x'.repeat(1_000)}` });
  const { reply } = await mailer(server.url).send(await message(), ada);
  expect(reply).toMatch(/^550 no such user x+$/);
  expect(reply).toHaveLength(500);
});

test('a retry waits 1, 5, 15 and 60 minutes', () => {
  expect(RETRY_DELAYS_MINUTES).toEqual([1, 5, 15, 60]);
});
