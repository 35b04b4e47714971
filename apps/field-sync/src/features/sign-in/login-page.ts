import { signInAlert, signInPage } from '@cairn/auth';
import { escapeHtml } from '@cairn/service';

/** Why someone is at the form again, by the parameter `err` of its address; the address is not shown as it is. */
const PROBLEMS: Record<string, string> = {
  credentials: 'Incorrect email address or password.',
  busy: 'Too many failed attempts. Wait a few minutes and try again.',
  expired: 'Signing in took too long, or was begun in another browser. Try again.',
  provider: 'The identity provider did not sign you in. Try again, or ask the operator.',
  denied: 'You did not allow the identity provider to sign you in here.',
  roles: 'Your account has none of the roles that may use this service. Ask an administrator.',
};

export type LoginProblem = 'credentials' | 'busy' | 'expired' | 'provider' | 'denied' | 'roles';

/** The sign-in form of local mode, which needs no scripts. `problem` is as the address says. */
export function loginPage({ basePath, problem }: { basePath: string; problem: string | undefined }): string {
  const error = problem === undefined ? undefined : sentenceOf(problem);
  const described = error === undefined ? '' : ' aria-describedby="error"';
  return signInPage({
    basePath,
    title: error === undefined ? 'Sign in' : 'Sign-in failed',
    body: `<h1>Sign in</h1>
<p class="lead">Synchronize field projects with PostGIS.</p>
${signInAlert(error)}
<form method="post" action="${escapeHtml(basePath)}/admin/action/login.php">
<label for="email">Email address</label>
<input type="email" id="email" name="email" maxlength="254" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus${described}>
<label for="pwd">Password</label>
<input type="password" id="pwd" name="pwd" maxlength="1024" autocomplete="current-password" required${described}>
<button type="submit" name="submit" value="1">Sign in</button>
</form>`,
    foot: 'Accounts are created by an administrator.',
  });
}

/** What went wrong at the identity provider, and a link to its form: without a problem people are sent there at once. */
export function oidcLoginPage({ basePath, problem }: { basePath: string; problem: string }): string {
  return signInPage({
    basePath,
    title: 'Sign-in failed',
    body: `<h1>Sign in</h1>
${signInAlert(sentenceOf(problem))}
<p><a href="${escapeHtml(basePath)}/auth/oidc/login.php">Sign in again</a></p>`,
    foot: 'You sign in with the account of your organisation.',
  });
}

function sentenceOf(problem: string): string {
  return ownValue(problem) ?? 'Sign-in failed. Try again.';
}

function ownValue(name: string): string | undefined {
  return Object.hasOwn(PROBLEMS, name) ? PROBLEMS[name] : undefined;
}
