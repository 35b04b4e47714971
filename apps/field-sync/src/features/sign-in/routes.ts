import {
  isOwnNavigation,
  KNOWN_BROWSER_COOKIE,
  knownBrowserCookie,
  readSessions,
  SIGN_IN_PAGE_HEADERS,
} from '@cairn/auth';
import type { FieldSyncOperations } from '@cairn/contracts';
import { ANONYMOUS, AppError, auditContext, forbidden, respond } from '@cairn/service';
import type { AccessGuard, Call, Handlers } from '@cairn/service';
import type { AuthConfig } from '../../auth-config.ts';
import { toCentralLogin } from './answer-refusal.ts';
import { modeOf } from './guard.ts';
import { loginPage, oidcLoginPage } from './login-page.ts';
import type { LoginProblem } from './login-page.ts';
import type { OidcService } from './oidc/service.ts';
import { ownCookie } from './own-cookie.ts';
import type { SignInService } from './service.ts';

type Operation = 'loginForm' | 'login' | 'logout' | 'signUpForm' | 'signUp' | 'verifySignUp';

interface SignInRoutes {
  signIn: SignInService;
  guard: AccessGuard;
  oidc: OidcService | null;
  config: { signIn: AuthConfig };
}

/** Relative, as clients know them: from `/admin/action/login.php`. */
const HOME = '../../index.php';
const FORM = '../../login.php';

export function signInRoutes({
  signIn,
  guard,
  oidc,
  config,
}: SignInRoutes): Handlers<FieldSyncOperations, Operation> {
  const { sessionCookie: name, centralLoginUrl, centralLogoutUrl } = config.signIn;

  const cookieOf = (call: Call, value: string): string => ownCookie(call, { name, value });

  function refuse(problem: LoginProblem, headers: Record<string, string> = {}) {
    return respond(302, undefined, { Location: `${FORM}?err=${problem}`, ...headers });
  }

  return {
    async loginForm({ query }, _actor, call) {
      if (modeOf(config.signIn, call.request) === 'central') {
        const next = toCentralLogin(centralLoginUrl, `${call.basePath}/index.php`);
        return respond(303, undefined, { Location: next });
      }
      const { kind } = await guard.identify(call.request);
      if (kind === 'user') return respond(302, undefined, { Location: 'index.php' });
      if (oidc) {
        if (query.err === undefined) return respond(302, undefined, { Location: 'auth/oidc/login.php' });
        const page = oidcLoginPage({ basePath: call.basePath, problem: query.err });
        return respond(200, page, SIGN_IN_PAGE_HEADERS);
      }
      return respond(200, loginPage({ basePath: call.basePath, problem: query.err }), SIGN_IN_PAGE_HEADERS);
    },

    async login({ body }, _actor, call) {
      // Elsewhere these accounts do not count, so nothing is checked; the form leads to the sign-in of the mode.
      if (modeOf(config.signIn, call.request) !== 'local') return refuse('credentials');
      const { submit, email = '', pwd = '' } = body;
      if (submit === undefined || email === '' || pwd === '') return refuse('credentials');
      const request = {
        ...{ email, password: pwd },
        presetSessions: readSessions(call.request.headers.cookie, name),
        knownBrowser: call.cookies[KNOWN_BROWSER_COOKIE],
      };
      try {
        const signedIn = await signIn.signIn(request, auditContext(ANONYMOUS, call));
        if (!signedIn) return refuse('credentials');
        const path = `${call.basePath}/admin/action/login.php`;
        const browser = knownBrowserCookie(signedIn.knownBrowser, { origin: call.origin, path });
        return respond(302, undefined, {
          Location: HOME,
          'Set-Cookie': [cookieOf(call, signedIn.session), browser],
        });
      } catch (error) {
        if (!(error instanceof AppError) || error.kind !== 'too_many') throw error;
        return refuse('busy', { 'Retry-After': String(error.retryAfter ?? 60) });
      }
    },

    async logout(_input, _actor, call) {
      const isCentral = modeOf(config.signIn, call.request) === 'central';
      const status = isCentral ? 303 : 302;
      const next = isCentral ? centralLogoutUrl : 'login.php';
      if (!isOwnNavigation(call.request)) return respond(status, undefined, { Location: next });
      const sessions = readSessions(call.request.headers.cookie, name);
      const [ended] = await signIn.signOut(sessions, auditContext(ANONYMOUS, call));
      const provider = oidc && !isCentral && ended ? await oidc.endSessionUrl(ended.sealedIdToken) : null;
      return respond(status, undefined, {
        ...{ Location: provider?.href ?? next, 'Set-Cookie': cookieOf(call, '') },
        // Another person at this browser must not see cached data.
        'Clear-Site-Data': '"cache"',
      });
    },

    signUpForm: refuseSignUp,
    signUp: refuseSignUp,
    verifySignUp: refuseSignUp,
  };
}

/** Before anything of the request is read. */
function refuseSignUp(): never {
  throw forbidden(
    'field_sync.sign_up_disabled',
    'Nobody can register here. Ask an administrator for an account.',
  );
}
