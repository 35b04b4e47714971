import { createHash } from 'node:crypto';
import { escapeHtml } from '@cairn/service';

const STYLE = `
@font-face {
  font-family: 'Inter Variable'; font-weight: 400 700; font-display: swap;
  src: url('shared/ui/fonts/inter-latin-wght-normal.woff2') format('woff2-variations');
}
:root {
  color-scheme: light dark;
  --page: #f8f8f6; --card: #ffffff; --text: #232220; --quiet: #66635d; --line: #8f8b84; --edge: #e4e2de;
  --accent: #0e6a5b; --accent-dark: #0b5549; --on-accent: #ffffff; --link: #0b5d50; --bad: #a1231b; --bad-page: #fbe7e5;
  --stone-1: #0e6a5b; --stone-2: #2c9f89; --stone-3: #6cc7b3;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #141514; --card: #1b1d1c; --text: #dfe1df; --quiet: #a3a7a4; --line: #7d827f; --edge: #2d302f;
    --accent: #178270; --accent-dark: #1f927f; --on-accent: #ffffff; --link: #6fd0ba; --bad: #ffa8a1; --bad-page: #3b2020;
    --stone-1: #2a9882; --stone-2: #4fb9a3; --stone-3: #8fdac8;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 1rem;
  background: var(--page); color: var(--text); font: .9375rem/1.5 'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
main { width: 100%; max-width: 24rem; }
.mark { display: flex; align-items: center; gap: .6rem; margin: 0 0 1.25rem; font-weight: 700; font-size: 1.125rem; }
.stone-1 { fill: var(--stone-1); } .stone-2 { fill: var(--stone-2); } .stone-3 { fill: var(--stone-3); }
.card { background: var(--card); border: 1px solid var(--edge); border-radius: .75rem; padding: 1.75rem; box-shadow: 0 1px 3px rgb(0 0 0 / .06), 0 8px 24px rgb(0 0 0 / .06); }
h1 { margin: 0 0 .25rem; font-size: 1.375rem; font-weight: 620; letter-spacing: -.011em; line-height: 1.3; }
.lead { margin: 0 0 1.25rem; color: var(--quiet); }
label { display: block; margin: 0 0 .3rem; font-weight: 600; font-size: .9375rem; }
input[type=text], input[type=email], input[type=password] {
  width: 100%; min-height: 2.75rem; margin: 0 0 1rem; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem;
  background: var(--card); color: inherit; font: inherit;
}
button {
  width: 100%; min-height: 2.75rem; margin: .25rem 0 0; border: 0; border-radius: .5rem; background: var(--accent);
  color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer;
}
button:hover { background: var(--accent-dark); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.error { margin: 0 0 1.25rem; padding: .7rem .9rem; border-left: 4px solid var(--bad); border-radius: .25rem; background: var(--bad-page); color: var(--bad); }
.foot { margin: 1.25rem 0 0; text-align: center; color: var(--quiet); font-size: .875rem; }
a { color: var(--link); }
`;

const MARK = `<svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><path class="stone-1" d="M3.4 25.6c0-2.9 3.6-4.5 8.9-4.8 6.600-.4 16.300.4 16.300 4.600 0 2.900-4.200 4.200-12.700 4.200-8.200 0-12.500-1.200-12.500-4z"/><path class="stone-2" d="M7.300 16.700c.3-2.600 4-4 8.800-3.900 4.700.1 8.700 1.400 8.700 4 0 2.400-3.700 3.400-9 3.300-5.200-.1-8.700-1.100-8.500-3.400z"/><path class="stone-3" d="M11.200 8.200c.4-3.400 3-5.300 5.600-5.200 2.700.1 4.700 2.300 4.500 5.300-.2 2.600-2.200 3.600-5.100 3.500-3.200-.1-5.300-1-5-3.600z"/></svg>`;

/** Allows only the page's own style, and a form of its own origin. */
const SIGN_IN_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of a sign-in page. */
export const SIGN_IN_PAGE_HEADERS = {
  'Content-Security-Policy': SIGN_IN_PAGE_POLICY,
  'Content-Type': 'text/html; charset=utf-8',
};

export interface SignInPage {
  /** Mount path of the service as the browser sees it. The page is directly below it. */
  basePath: string;
  title: string;
  /** HTML within the card. */
  body: string;
  /** HTML below the card. */
  foot: string;
}

/** A page about signing in, which needs no scripts. Inputs are of the types text, email and password. */
export function signInPage(parts: SignInPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${parts.title} · Cairn</title>
<link rel="icon" href="${escapeHtml(parts.basePath)}/shared/ui/favicon.svg" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="mark">${MARK}<span>Cairn</span></p>
<div class="card">
${parts.body}
</div>
<p class="foot">${parts.foot}</p>
</main>
</body>
</html>
`;
}

/** What went wrong, for fields that say `aria-describedby="error"`; nothing without an error. */
export function signInAlert(error: string | undefined): string {
  return error ? `<p class="error" id="error" role="alert">${escapeHtml(error)}</p>` : '';
}
