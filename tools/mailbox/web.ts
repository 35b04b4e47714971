import express from 'express';
import type { Express, Response } from 'express';
import { requireAdministrator } from './access.ts';
import type { MailStore } from './mail-store.ts';
import { mailboxHealthPath } from './paths.ts';
import { listPage, MAIL_POLICY, mailPage, sendPage } from './pages.ts';

interface MailboxRequest {
  store: MailStore;
  /** Where the front door serves it, such as '/mailbox'. */
  basePath: string;
  portalUrl: string;
}

/** Pages that show the kept mails to administrators. */
export function createMailbox({ store, basePath, portalUrl }: MailboxRequest): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  const pages = express.Router();
  pages.use((_request, response, next) => {
    response.set({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    next();
  });
  pages.get(mailboxHealthPath, (_request, response) => void response.type('text').send('ok\n'));
  pages.use(requireAdministrator(portalUrl));
  pages.get('/', async (_request, response) => {
    sendPage(response, 200, listPage(await store.list(), basePath));
  });
  pages.get('/mails/:id', async (request, response) => {
    const found = await store.get(request.params.id);
    if (!found) return sendMissing(response);
    sendPage(response, 200, mailPage(found.summary, found.mail, basePath));
  });
  pages.get('/mails/:id/html', async (request, response) => {
    const found = await store.get(request.params.id);
    if (!found?.mail.html) return sendMissing(response);
    response.type('html').set('content-security-policy', MAIL_POLICY);
    response.send(`<!doctype html><meta charset="utf-8"><base target="_blank">${found.mail.html}`);
  });
  pages.get('/mails/:id/files/:index', async (request, response) => {
    const found = await store.get(request.params.id);
    const file = found?.mail.attachments[Number(request.params.index)];
    if (!file) return sendMissing(response);
    sendFile(response, file.filename ?? 'file', file.content);
  });
  pages.get('/mails/:id/source', async (request, response) => {
    const found = await store.get(request.params.id);
    if (!found) return sendMissing(response);
    sendFile(response, `${found.summary.id}.eml`, found.message);
  });
  pages.use((_request, response) => sendMissing(response));
  app.use(basePath, pages);
  return app;
}

/** Always a download, whatever it says it is. */
function sendFile(response: Response, name: string, content: Buffer): void {
  response.attachment(name).set({
    'content-type': 'application/octet-stream',
    'content-security-policy': "sandbox; default-src 'none'",
  });
  response.send(content);
}

function sendMissing(response: Response): void {
  sendPage(response, 404, {
    title: 'Page not found',
    body: '<p>There is no such mail. The mailbox keeps the 500 newest.</p>',
  });
}
