import { MIN_PASSWORD_LENGTH, signInAlert, signInPage } from '@cairn/auth';
import { escapeHtml } from '@cairn/service';

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
  return signInPage({
    basePath,
    title: error ? 'Sign-in failed' : 'Sign in',
    body: `<h1>Sign in</h1>
<p class="lead">Upload, explore and share your organisation’s spatial data.</p>
${signInAlert(error)}
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
  return signInPage({
    basePath,
    title: error ? 'Password not changed' : 'Choose a new password',
    body: `<h1>Choose a new password</h1>
<p class="lead" id="hint">An administrator set your current password. Use at least ${MIN_PASSWORD_LENGTH} characters; a few words are easy to remember and hard to guess.</p>
${signInAlert(error)}
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
