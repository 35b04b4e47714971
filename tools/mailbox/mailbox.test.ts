import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createTransport } from 'nodemailer';
import type { SendMailOptions } from 'nodemailer';
import { anyPort } from '../stack/ports.ts';
import { openMailStore } from './mail-store.ts';
import type { MailStore } from './mail-store.ts';
import { listenForMails } from './smtp.ts';
import { createMailbox } from './web.ts';

const limits = { maxMails: 3, maxBytes: 100_000 };

let folder: string;
let store: MailStore;
let smtp: Awaited<ReturnType<typeof listenForMails>>;
let smtpPort: number;
let portal: Server;
let web: Server;
let url: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-mailbox-'));
  store = await openMailStore(folder, limits);
  smtpPort = await anyPort();
  smtp = await listenForMails(store, smtpPort);
  portal = await listen((request, response) => {
    const person = request.headers.cookie?.split('=')[1];
    if (person === 'broken') response.statusCode = 500;
    response.end(JSON.stringify({ authenticated: person !== undefined, admin: person === 'admin' }));
  });
  web = await listen(createMailbox({ store, basePath: '/mailbox', portalUrl: addressOf(portal) }));
  url = `${addressOf(web)}/mailbox`;
});

beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
});

afterAll(async () => {
  await smtp.close();
  for (const server of [portal, web]) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
  rmSync(folder, { recursive: true });
});

async function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function send(mail: SendMailOptions): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort });
  await transport.sendMail({ from: 'reports@example.org', to: 'ada@example.org', text: 'Hi', ...mail });
  transport.close();
}

function get(path: string, person: string | null = 'admin') {
  return fetch(`${url}${path}`, {
    redirect: 'manual',
    headers: person === null ? {} : { cookie: `platform_session=${person}` },
  });
}

const newest = async () => (await store.list())[0]?.id ?? '';

test('a mail shows its envelope, texts, headers and files, and its HTML in a frame without scripts', async () => {
  await send({
    subject: 'Levels <b>',
    html: '<p>Hi <a href="https://maps.example.org">map</a></p><script>alert(1)</script>',
    attachments: [{ filename: 'levels <1>.pdf', content: 'document', contentType: 'application/pdf' }],
    envelope: { from: 'bounces@example.org', to: ['kim@example.org'] },
  });
  const list = await (await get('')).text();
  expect(list).toContain('<td>kim@example.org</td>');
  expect(list).toContain('Levels &lt;b&gt;</a></td><td>levels &lt;1&gt;.pdf</td>');
  const id = await newest();
  const page = await get(`/mails/${id}`);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await page.text();
  expect(html).toContain('<dd>bounces@example.org to kim@example.org</dd>');
  expect(html).toContain('<dd>ada@example.org</dd>');
  expect(html).toContain(
    `<a href="/mailbox/mails/${id}/files/0">levels &lt;1&gt;.pdf</a> (application/pdf, 8 bytes)`,
  );
  expect(html).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(html).toContain('<pre>Hi</pre>');
  expect(html).toContain('Subject: Levels &lt;b&gt;');
  const frame = await get(`/mails/${id}/html`);
  expect(frame.headers.get('content-security-policy')).toBe(
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
  );
  expect(await frame.text()).toContain('<a href="https://maps.example.org">map</a>');
});

test('an address of the domain invalid is refused for good, and mails to others are kept', async () => {
  await expect(send({ to: 'gone@example.invalid' })).rejects.toMatchObject({ responseCode: 550 });
  await send({ to: 'invalid@example.org' });
  expect((await store.list()).map(({ envelope }) => envelope.to)).toEqual([['invalid@example.org']]);
});

test('files and the message are downloads, whatever type they have', async () => {
  await send({
    attachments: [{ filename: 'page.html', content: '<script>alert(1)</script>', contentType: 'text/html' }],
  });
  const id = await newest();
  const file = await get(`/mails/${id}/files/0`);
  expect(file.headers.get('content-type')).toBe('application/octet-stream');
  expect(file.headers.get('content-disposition')).toBe('attachment; filename=page.html');
  expect(await file.text()).toBe('<script>alert(1)</script>');
  const source = await get(`/mails/${id}/source`);
  expect(source.headers.get('content-disposition')).toBe(`attachment; filename=${id}.eml`);
  expect(await source.text()).toContain('To: ada@example.org');
});

test('only administrators see mails', async () => {
  await send({ html: '<p>secret</p>', attachments: [{ filename: 'a.txt', content: 'secret' }] });
  const id = await newest();
  for (const path of [
    '',
    `/mails/${id}`,
    `/mails/${id}/html`,
    `/mails/${id}/files/0`,
    `/mails/${id}/source`,
    '/nothing',
  ]) {
    const anonymous = await get(path, null);
    expect(anonymous.status).toBe(303);
    expect(anonymous.headers.get('location')).toBe(`/login?next=${encodeURIComponent(`/mailbox${path}`)}`);
    const [user, broken] = [await get(path, 'user'), await get(path, 'broken')];
    expect([user.status, broken.status]).toEqual([403, 503]);
    expect((await user.text()) + (await broken.text())).not.toContain('secret');
  }
  expect((await get('/health', null)).status).toBe(200);
});

test('an unknown mail, file or path is a page that says so', async () => {
  await send({});
  const id = await newest();
  for (const path of [
    '/mails/1',
    `/mails/..%2f${id}`,
    `/mails/${id}/files/7`,
    `/mails/${id}/html`,
    '/nothing',
  ]) {
    const response = await get(path);
    expect([path, response.status]).toEqual([path, 404]);
    expect(await response.text()).toContain('There is no such mail.');
  }
});

test('the newest mails are kept, up to a number and a size', async () => {
  for (const subject of ['one', 'two', 'three', 'four']) await send({ subject });
  expect((await store.list()).map(({ subject }) => subject)).toEqual(['four', 'three', 'two']);
  for (const subject of ['large', 'larger']) await send({ subject, text: 'x'.repeat(60_000) });
  expect((await store.list()).map(({ subject }) => subject)).toEqual(['larger']);
  expect(readdirSync(folder)).toHaveLength(2);
  // As after a restart.
  const reopened = await openMailStore(folder, limits);
  expect((await reopened.get(await newest()))?.mail.text).toMatch(/^x{60000}$/m);
});

test('an empty mailbox says how mails are sent', async () => {
  expect(await (await get('')).text()).toContain('To send them, start Cairn with <code>SMTP_URL</code>.');
});
