import { createHash } from 'node:crypto';
import { MIN_PASSWORD_LENGTH } from '@cairn/auth';
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
input[type=text], input[type=password] {
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
export const LOGIN_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface LoginPage {
  /** Mount path of the portal as the browser sees it. */
  basePath: string;
  /** A safe redirect target. */
  next: string;
  /** The username that was entered. */
  username?: string;
  error?: string;
}

/** The sign-in form, which needs no scripts. */
export function loginPage({ basePath, next, username = '', error }: LoginPage): string {
  const described = error ? ' aria-describedby="error"' : '';
  const focusName = username === '' ? ' autofocus' : '';
  const focusPassword = username === '' ? '' : ' autofocus';
  return page({
    basePath,
    title: error ? 'Sign-in failed' : 'Sign in',
    body: `<h1>Sign in</h1>
<p class="lead">Upload, explore and share your organisation’s spatial data.</p>
${alert(error)}
<form method="post" action="${escapeHtml(basePath)}/login">
<input type="hidden" name="next" value="${escapeHtml(next)}">
<label for="username">Username</label>
<input type="text" id="username" name="username" value="${escapeHtml(username)}" maxlength="150" autocomplete="username" autocapitalize="none" spellcheck="false" required${focusName}${described}>
<label for="password">Password</label>
<input type="password" id="password" name="password" maxlength="1024" autocomplete="current-password" required${focusPassword}${described}>
<button type="submit">Sign in</button>
</form>`,
    foot: `<a href="${escapeHtml(basePath)}/">Continue as guest</a>`,
  });
}

/** The form for users who must change their password. */
export function newPasswordPage({ basePath, next, username = '', error }: LoginPage): string {
  const described = `aria-describedby="hint${error ? ' error' : ''}"`;
  return page({
    basePath,
    title: error ? 'Password not changed' : 'Choose a new password',
    body: `<h1>Choose a new password</h1>
<p class="lead" id="hint">An administrator set your current password. Use at least ${MIN_PASSWORD_LENGTH} characters; a few words are easy to remember and hard to guess.</p>
${alert(error)}
<form method="post" action="${escapeHtml(basePath)}/new-password">
<input type="hidden" name="next" value="${escapeHtml(next)}">
<input type="hidden" name="username" value="${escapeHtml(username)}" autocomplete="username">
<label for="new_password">New password for ${escapeHtml(username)}</label>
<input type="password" id="new_password" name="new_password" minlength="${MIN_PASSWORD_LENGTH}" maxlength="1024" autocomplete="new-password" required autofocus ${described}>
<label for="again">Confirm new password</label>
<input type="password" id="again" name="again" maxlength="1024" autocomplete="new-password" required>
<button type="submit">Change password and continue</button>
</form>`,
    foot: `<a href="${escapeHtml(basePath)}/logout">Sign out</a>`,
  });
}

function alert(error: string | undefined): string {
  return error ? `<p class="error" id="error" role="alert">${escapeHtml(error)}</p>` : '';
}

function page(parts: { basePath: string; title: string; body: string; foot: string }): string {
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
