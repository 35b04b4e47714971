import { SESSION_COOKIE } from '@cairn/auth';
import type { PortalOperations } from '@cairn/contracts';
import { notConfigured } from '@cairn/db';
import { ANONYMOUS, AppError, causeOf, respond } from '@cairn/service';
import type { Call, Handlers } from '@cairn/service';
import { knownBrowserCookie, sessionCookie } from './cookie.ts';
import { KNOWN_BROWSER_COOKIE } from './known-browser.ts';
import { LOGIN_PAGE_POLICY, loginPage } from './login-page.ts';
import type { LoginPage } from './login-page.ts';
import { safeNext } from './next.ts';
import type { SignInService } from './service.ts';

type Operation = 'loginPage' | 'login' | 'logoutLink' | 'logout';

interface SignInRoutes {
  signIn: SignInService;
  databaseConfigured: boolean;
  maxSeconds: number;
}

const PAGE_HEADERS = {
  'Content-Security-Policy': LOGIN_PAGE_POLICY,
  'Content-Type': 'text/html; charset=utf-8',
};

export function signInRoutes({
  signIn,
  databaseConfigured,
  maxSeconds,
}: SignInRoutes): Handlers<PortalOperations, Operation> {
  async function signOut(call: Call) {
    const session = call.cookies[SESSION_COOKIE];
    const goodbye = respond(303, undefined, {
      Location: `${call.basePath}/login`,
      'Set-Cookie': clearedCookie(call),
      // What the person has read stays in no cache of a browser that others use after them.
      'Clear-Site-Data': '"cache"',
    });
    if (session === undefined || !databaseConfigured) return goodbye;
    await signIn.signOut(session, causeOf(ANONYMOUS, call));
    return goodbye;
  }

  return {
    loginPage({ query }, actor, call) {
      const next = safeNext(query.next, `${call.basePath}/`);
      if (actor.kind === 'user') return respond(303, undefined, { Location: next });
      return respond(200, loginPage({ basePath: call.basePath, next }), PAGE_HEADERS);
    },

    async login({ body }, _actor, call) {
      if (!databaseConfigured) throw notConfigured('portal');
      const page: LoginPage = {
        basePath: call.basePath,
        next: safeNext(body.next, `${call.basePath}/`),
        username: body.username,
      };
      const request = {
        username: body.username,
        password: body.password,
        userAgent: call.request.get('user-agent') ?? '',
        presetSession: call.cookies[SESSION_COOKIE],
        knownBrowser: call.cookies[KNOWN_BROWSER_COOKIE],
      };
      try {
        const signedIn = await signIn.signIn(request, causeOf(ANONYMOUS, call));
        if (signedIn === null) {
          const error = 'The username or password is incorrect. Check both and try again.';
          return respond(401, loginPage({ ...page, error }), PAGE_HEADERS);
        }
        const cookies = [
          sessionCookie({ value: signedIn.session, maxAge: maxSeconds, origin: call.origin }),
          knownBrowserCookie(signedIn.knownBrowser, call),
        ];
        return respond(303, undefined, { Location: page.next, 'Set-Cookie': cookies });
      } catch (error) {
        if (!(error instanceof AppError) || error.kind !== 'too_many') throw error;
        const headers = { ...PAGE_HEADERS, 'Retry-After': String(error.retryAfter ?? 60) };
        return respond(429, loginPage({ ...page, error: error.message }), headers);
      }
    },

    async logoutLink(_input, _actor, call) {
      // Neither a link on another site nor a look at where it leads signs anybody out.
      if (call.request.get('sec-fetch-site') === 'cross-site' || call.request.method === 'HEAD') {
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
