import type { Response } from 'express';
import { AppError } from './errors.ts';
import { escapeHtml, html } from './html.ts';
import type { Markup } from './html.ts';
import { NO_SCRIPT, createPageReader, sendHtml, withOwnSignIn } from './pages.ts';
import type { OwnSignIn } from './pages.ts';
import { PAGE_POLICY } from './security-headers.ts';

const ROOT = '<div id="root"></div>';

export interface ServerPage {
  /** Shown with the name of the platform as the title of the document. */
  title: string;
  /** What the page shows, also without scripts. */
  content: Markup;
  /** Navigation for browsers without scripts; with them the shell takes its place. */
  navigation: Markup;
  /** Attributes of `<body>`, such as `{ 'data-contract': '1' }`. */
  bodyAttributes?: Record<string, string>;
  status?: number;
  /** Null, as by default, where people sign in at the portal. */
  ownSignIn?: OwnSignIn | null;
}

/** Sends a page that was rendered here. */
export type SendServerPage = (res: Response, page: ServerPage & { basePath: string }) => Promise<void>;

/**
 * Pages that are rendered on the server, within the document of a Vite build in `folder`, whose scripts put the platform's shell around
 * them. Without the build the same page is sent without its style and its shell.
 */
export function createServerPages(folder: string): SendServerPage {
  const documentFor = createPageReader(folder);
  return async (res, { basePath, status = 200, ownSignIn = null, ...page }) => {
    const document = await documentFor(basePath).then(
      ({ html: text }) => text,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'page.not_built') return plainDocument(basePath);
        throw error;
      },
    );
    res.statusCode = status;
    res.setHeader('Content-Security-Policy', PAGE_POLICY);
    // What it shows changes by itself, and must not reappear with the Back button after signing out.
    res.setHeader('Cache-Control', 'no-store');
    sendHtml(res, withOwnSignIn(fill(document, page), ownSignIn));
  };
}

function fill(document: string, { title, content, navigation, bodyAttributes = {} }: ServerPage): string {
  const attributes = Object.entries(bodyAttributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  const body = html`<div id="server-page">
    ${navigation}
    <main id="server-content" tabindex="-1">${content}</main>
  </div>`;
  // A function: `$&` in a text must not be read as a pattern.
  return document
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)} · Cairn</title>`)
    .replace('<html lang="en">', '<html lang="en" data-mantine-color-scheme="light">')
    .replace(NO_SCRIPT, '')
    .replace(/<body>/, () => `<body${attributes.join('')}>`)
    .replace(ROOT, () => ROOT + body.text);
}

function plainDocument(basePath: string): string {
  return `<!doctype html>
<html lang="en">
<head><base href="${escapeHtml(basePath)}/"><meta charset="utf-8"><title>Cairn</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body>
${ROOT}
</body>
</html>
`;
}
