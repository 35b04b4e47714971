import { signInAlert, signInPage } from '@cairn/auth';
import { escapeHtml } from '@cairn/service';

/** Why somebody is at the form again, by the parameter `err` of its address; the address is not shown as it is. */
const PROBLEMS: Record<string, string> = {
  credentials: 'Incorrect email address or password.',
  busy: 'Too many failed attempts. Wait a few minutes and try again.',
};

export type LoginProblem = 'credentials' | 'busy';

/** The sign-in form of local mode, which needs no scripts. `problem` is as the address says. */
export function loginPage({ basePath, problem }: { basePath: string; problem: string | undefined }): string {
  const error = problem === undefined ? undefined : (ownValue(problem) ?? 'Sign-in failed. Try again.');
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

function ownValue(name: string): string | undefined {
  return Object.hasOwn(PROBLEMS, name) ? PROBLEMS[name] : undefined;
}
