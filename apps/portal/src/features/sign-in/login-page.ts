import { createHash } from 'node:crypto';
import { escapeHtml } from '@cairn/service';

const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #ffffff; --text: #1a1d21; --quiet: #5b626b; --line: #868e96; --edge: #dee2e6;
  --accent: #1864ab; --accent-dark: #144f87; --on-accent: #ffffff; --bad: #a51111; --bad-page: #fdf0f0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #141517; --card: #1f2124; --text: #e9ecef; --quiet: #adb5bd; --line: #7b828a; --edge: #33373c;
    --accent: #4dabf7; --accent-dark: #74c0fc; --on-accent: #0b1a28; --bad: #ffa8a8; --bad-page: #3b1d1d;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 1rem;
  background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
main { width: 100%; max-width: 24rem; }
.mark { display: flex; align-items: center; gap: .6rem; margin: 0 0 1.25rem; font-weight: 700; font-size: 1.125rem; }
.card { background: var(--card); border: 1px solid var(--edge); border-radius: .75rem; padding: 1.75rem; box-shadow: 0 1px 3px rgb(0 0 0 / .06), 0 8px 24px rgb(0 0 0 / .06); }
h1 { margin: 0 0 .25rem; font-size: 1.5rem; line-height: 1.25; }
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
a { color: var(--accent); }
`;

const MARK = `<svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true" focusable="false" fill="currentColor"><ellipse cx="16" cy="26" rx="12" ry="4"/><ellipse cx="16" cy="18" rx="8.5" ry="3.4" opacity=".8"/><ellipse cx="16" cy="11" rx="5.5" ry="2.8" opacity=".65"/><ellipse cx="16" cy="5.5" rx="3" ry="2" opacity=".5"/></svg>`;

/** Nothing but its own style, and a form that goes to its own origin. */
export const LOGIN_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface LoginPage {
  /** Mount path of the portal as the browser sees it. */
  basePath: string;
  /** Where to go afterwards; already judged to be safe. */
  next: string;
  /** What was typed, to be shown again. */
  username?: string;
  /** One sentence on what went wrong. */
  error?: string;
}

/** The sign-in form: complete without scripts, in light and dark. */
export function loginPage({ basePath, next, username = '', error }: LoginPage): string {
  const message = error ? `<p class="error" id="error" role="alert">${escapeHtml(error)}</p>` : '';
  const described = error ? ' aria-describedby="error"' : '';
  const focusName = username === '' ? ' autofocus' : '';
  const focusPassword = username === '' ? '' : ' autofocus';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${error ? 'Sign-in failed' : 'Sign in'} · Cairn</title>
<link rel="icon" href="${escapeHtml(basePath)}/shared/ui/favicon.svg" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="mark">${MARK}<span>Cairn</span></p>
<div class="card">
<h1>Sign in</h1>
<p class="lead">Maps, data and reports of your organisation.</p>
${message}
<form method="post" action="${escapeHtml(basePath)}/login">
<input type="hidden" name="next" value="${escapeHtml(next)}">
<label for="username">Username</label>
<input type="text" id="username" name="username" value="${escapeHtml(username)}" maxlength="150" autocomplete="username" autocapitalize="none" spellcheck="false" required${focusName}${described}>
<label for="password">Password</label>
<input type="password" id="password" name="password" maxlength="1024" autocomplete="current-password" required${focusPassword}${described}>
<button type="submit">Sign in</button>
</form>
</div>
<p class="foot"><a href="${escapeHtml(basePath)}/">Go on without signing in</a></p>
</main>
</body>
</html>
`;
}
