import {
  isOwnNavigation,
  KNOWN_BROWSER_COOKIE,
  knownBrowserCookie,
  readSessions,
  sessionCookie,
  SIGN_IN_PAGE_HEADERS,
} from '@cairn/auth';
import type { PortalOperations } from '@cairn/contracts';
import { databaseNotConfigured } from '@cairn/db';
import { ANONYMOUS, AppError, auditContext, respond } from '@cairn/service';
import type { Call, Handlers } from '@cairn/service';
import type { PortalConfig } from '../../config.ts';
import { loginPage, newPasswordPage } from './login-page.ts';
import type { LoginPage } from './login-page.ts';
import { redirectTarget } from './redirect-target.ts';
import type { SignInService } from './service.ts';

type Operation = 'loginPage' | 'login' | 'newPasswordForm' | 'chooseNewPassword' | 'logoutLink' | 'logout';

interface SignInRoutes {
  signIn: SignInService;
  databaseConfigured: boolean;
  config: Pick<PortalConfig, 'sessions'>;
}

export function signInRoutes({
  signIn,
  databaseConfigured,
  config,
}: SignInRoutes): Handlers<PortalOperations, Operation> {
  async function signOut(call: Call) {
    const sessions = readSessions(call.request.headers.cookie);
    const answer = respond(303, undefined, {
      Location: `${call.basePath}/login`,
      'Set-Cookie': clearedCookie(call),
      // Another user of this browser must not see cached data.
      'Clear-Site-Data': '"cache"',
    });
    if (!databaseConfigured) return answer;
    await signIn.signOut(sessions, auditContext(ANONYMOUS, call));
    return answer;
  }

  /** The session of the request whose user must choose a new password, or null. */
  async function pendingSession(call: Call): Promise<{ session: string; username: string } | null> {
    if (!databaseConfigured) return null;
    return signIn.findPending(readSessions(call.request.headers.cookie));
  }

  return {
    loginPage({ query }, actor, call) {
      const next = redirectTarget(query.next, `${call.basePath}/`);
      if (actor.kind === 'user') return respond(303, undefined, { Location: next });
      return respond(200, loginPage({ basePath: call.basePath, next }), SIGN_IN_PAGE_HEADERS);
    },

    async login({ body }, _actor, call) {
      if (!databaseConfigured) throw databaseNotConfigured('portal');
      const page: LoginPage = {
        basePath: call.basePath,
        next: redirectTarget(body.next, `${call.basePath}/`),
        username: body.username,
      };
      const request = {
        username: body.username,
        password: body.password,
        userAgent: call.request.get('user-agent') ?? '',
        presetSessions: readSessions(call.request.headers.cookie),
        knownBrowser: call.cookies[KNOWN_BROWSER_COOKIE],
      };
      try {
        const signedIn = await signIn.signIn(request, auditContext(ANONYMOUS, call));
        if (signedIn === null) {
          const error = 'Incorrect username or password.';
          return respond(401, loginPage({ ...page, error }), SIGN_IN_PAGE_HEADERS);
        }
        const cookies = [
          sessionCookie({ value: signedIn.session, maxAge: config.sessions.maxSeconds, origin: call.origin }),
          knownBrowserCookie(signedIn.knownBrowser, {
            ...{ origin: call.origin, path: `${call.basePath}/login` },
          }),
        ];
        const location = signedIn.mustChangePassword
          ? `${call.basePath}/new-password?next=${encodeURIComponent(page.next)}`
          : page.next;
        return respond(303, undefined, { Location: location, 'Set-Cookie': cookies });
      } catch (error) {
        if (!(error instanceof AppError) || error.kind !== 'too_many') throw error;
        const headers = { ...SIGN_IN_PAGE_HEADERS, 'Retry-After': String(error.retryAfter ?? 60) };
        return respond(429, loginPage({ ...page, error: error.message }), headers);
      }
    },

    async newPasswordForm({ query }, _actor, call) {
      const username = (await pendingSession(call))?.username;
      const next = redirectTarget(query.next, `${call.basePath}/`);
      if (username === undefined) return respond(303, undefined, { Location: `${call.basePath}/login` });
      return respond(200, newPasswordPage({ basePath: call.basePath, next, username }), SIGN_IN_PAGE_HEADERS);
    },

    async chooseNewPassword({ body }, _actor, call) {
      const pending = await pendingSession(call);
      const toSignIn = respond(303, undefined, { Location: `${call.basePath}/login` });
      if (pending === null) return toSignIn;
      const { session, username } = pending;
      const page = {
        basePath: call.basePath,
        next: redirectTarget(body.next, `${call.basePath}/`),
        username,
      };
      const refuse = (error: string) =>
        respond(400, newPasswordPage({ ...page, error }), SIGN_IN_PAGE_HEADERS);
      if (body.new_password !== body.again) return refuse('The passwords do not match.');
      const choice = {
        session,
        newPassword: body.new_password,
        userAgent: call.request.get('user-agent') ?? '',
      };
      try {
        const secret = await signIn.choosePassword(choice, auditContext(ANONYMOUS, call));
        if (secret === null) return toSignIn;
        const cookie = sessionCookie({
          value: secret,
          maxAge: config.sessions.maxSeconds,
          origin: call.origin,
        });
        return respond(303, undefined, { Location: page.next, 'Set-Cookie': cookie });
      } catch (error) {
        if (!(error instanceof AppError) || error.kind !== 'bad_request') throw error;
        return refuse(error.message);
      }
    },

    async logoutLink(_input, _actor, call) {
      if (!isOwnNavigation(call.request)) {
        return respond(303, undefined, { Location: `${call.basePath}/login` });
      }
      return signOut(call);
    },
    logout: (_input, _actor, call) => signOut(call),
  };
}

function clearedCookie(call: Call): string {
  return sessionCookie({ value: '', maxAge: 0, origin: call.origin });
}
