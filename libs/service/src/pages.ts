import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Response } from 'express';
import { embeddedPageHeaders } from './embed.ts';
import { unavailable } from './errors.ts';
import { StreamingHandler } from './handler.ts';
import type { Exchange } from './handler.ts';
import { escapeHtml } from './html.ts';
import { PAGE_POLICY } from './security-headers.ts';

const BASE_TAG = '<base href="/">';
/** What a build says to browsers without scripts. */
export const NO_SCRIPT = /<noscript>[\s\S]*?<\/noscript>/;

interface Page {
  html: string;
  etag: string;
}

/** Reads index.html of a Vite build and sets `<base href="/">` to a mount point. @throws {AppError} unavailable */
export type PageReader = (basePath: string) => Promise<Page>;

/** What distinguishes a page from those that only this site shows. */
export interface PageOptions<Op> {
  /** Document of the build; `index.html` by default. */
  document?: string;
  /**
   * The origins of the sites that may show the page in a frame, for each request; see embeddedPageHeaders. The page is then
   * not stored and sends no referrer. An AppError refuses the page.
   */
  frameAncestors?(exchange: Exchange<Op>): readonly string[] | Promise<readonly string[]>;
}

/**
 * A handler that serves a document of a Vite build with `<base href="/">` set to the service's mount point.
 * `folder` is absolute, e.g. apps/portal/web/dist. Returns 503 while the build is missing.
 */
// The page does not depend on the parameters, so it fits every operation.
export function servePage<Op = any>(folder: string, options: PageOptions<Op> = {}): StreamingHandler<Op> {
  const pageFor = createPageReader(folder, options.document);
  return new StreamingHandler(async (exchange) => {
    const { req, res, actor, call } = exchange;
    const page = await pageFor(call.basePath);
    if (options.frameAncestors) {
      const headers = embeddedPageHeaders(await options.frameAncestors(exchange));
      for (const name in headers) res.setHeader(name, headers[name]!);
      sendHtml(res, page.html);
      return;
    }
    // Visitors store nothing: a page that is no longer public must not reappear with the Back button.
    res.setHeader('Cache-Control', actor.kind === 'anonymous' ? 'no-store' : 'no-cache');
    sendPage(res, page, req.headers['if-none-match']);
  });
}

/** The sign-in of a service that has its own, which the shell shows in place of the portal's. */
export interface OwnSignIn {
  /** Addresses as the browser sees them; `home` is the first page of the service. */
  home: string;
  signIn: string;
  signOut: string;
  /** Null where nobody is signed in. */
  user: { username: string; email: string | null; isAdmin: boolean } | null;
}

/** The document with what the shell reads of a sign-in. */
export function withOwnSignIn(document: string, own: OwnSignIn | null): string {
  if (!own) return document;
  const { home, signIn, signOut, user } = own;
  const content = JSON.stringify({
    ...{ home, sign_in: signIn, sign_out: signOut },
    user: user && { username: user.username, email: user.email },
    admin: user?.isAdmin === true,
  });
  return document.replace(
    '<head>',
    () => `<head><meta name="cairn-sign-in" content="${escapeHtml(content)}">`,
  );
}

/** Sends the web app with status 403 or 404. */
export type RefusalPage = (
  res: Response,
  page: { basePath: string; status: 403 | 404; message: string; ownSignIn: OwnSignIn | null },
) => Promise<void>;

/**
 * The app reads the status from `<meta name="cairn-status">` and shows its own message within its navigation; without scripts the page
 * has the message of the error.
 */
export function createRefusalPage(folder: string): RefusalPage {
  const pageFor = createPageReader(folder);
  return async (res, { basePath, status, message, ownSignIn }) => {
    const page = await pageFor(basePath);
    const html = page.html
      .replace('<head>', `<head><meta name="cairn-status" content="${status}">`)
      .replace(NO_SCRIPT, () => `<noscript><p>${escapeHtml(message)}</p></noscript>`);
    res.statusCode = status;
    res.setHeader('Content-Security-Policy', PAGE_POLICY);
    res.setHeader('Cache-Control', 'no-store');
    sendHtml(res, withOwnSignIn(html, ownSignIn));
  };
}

export function createPageReader(folder: string, document = 'index.html'): PageReader {
  const file = join(folder, document);
  const pages = new Map<string, Page>();
  let modified = 0;

  return async function pageFor(basePath) {
    const { mtimeMs } = await stat(file).catch(() => {
      throw unavailable(
        'page.not_built',
        'The pages of this service are not built yet. Run its build and reload.',
      );
    });
    if (mtimeMs !== modified) {
      pages.clear();
      modified = mtimeMs;
    }
    const known = pages.get(basePath);
    if (known) return known;
    const html = (await readFile(file, 'utf8')).replace(BASE_TAG, `<base href="${escapeHtml(basePath)}/">`);
    const page = { html, etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"` };
    // Mount points come from configuration and trusted proxies; the limit is a precaution.
    if (pages.size < 16) pages.set(basePath, page);
    return page;
  };
}

function sendPage(res: Response, page: Page, known: string | undefined): void {
  res.setHeader('Content-Security-Policy', PAGE_POLICY);
  res.setHeader('ETag', page.etag);
  if (known?.includes(page.etag)) {
    res.statusCode = 304;
    res.end();
    return;
  }
  res.statusCode = 200;
  sendHtml(res, page.html);
}

export function sendHtml(res: Response, html: string): void {
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(html));
  res.end(html);
}
