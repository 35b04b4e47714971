import { mintSessionSecret, readSessions, sessionCookie } from '@cairn/auth';
import type { FieldSyncOperations } from '@cairn/contracts';
import { ANONYMOUS, AppError, auditContext, respond } from '@cairn/service';
import type { Call, Handlers } from '@cairn/service';
import type { AuthConfig } from '../../../auth-config.ts';
import { modeOf } from '../guard.ts';
import { ownCookie } from '../own-cookie.ts';
import type { OidcProblem, OidcService } from './service.ts';

type Operation = 'oidcLogin' | 'oidcCallback';

/** As long as a sign-in may take at the provider. */
const LOGIN_SECONDS = 600;

interface OidcRoutes {
  oidc: OidcService | null;
  config: { signIn: AuthConfig };
}

export function oidcRoutes({ oidc, config }: OidcRoutes): Handlers<FieldSyncOperations, Operation> {
  const { sessionCookie: name, oidc: settings } = config.signIn;
  /** Ties a sign-in to its browser: nobody else's browser can be made to end it. */
  const browserCookie = `${name}_login`;

  function browsersOf({ request }: Call): string[] {
    return readSessions(request.headers.cookie, browserCookie);
  }

  function setBrowser(call: Call, value: string): string {
    const maxAge = value === '' ? 0 : LOGIN_SECONDS;
    return sessionCookie({
      ...{ name: browserCookie, value, maxAge },
      origin: call.origin,
      path: `${call.basePath}/auth/oidc`,
    });
  }

  /** In another mode its sign-in. */
  const toForm = (call: Call, problem?: OidcProblem) =>
    respond(302, undefined, {
      Location: `${call.basePath}/login.php${problem === undefined ? '' : `?err=${problem}`}`,
    });

  return {
    async oidcLogin(_input, _actor, call) {
      if (!oidc || modeOf(config.signIn, call.request) === 'central') return toForm(call);
      const browser = browsersOf(call)[0] ?? mintSessionSecret();
      try {
        const url = await oidc.begin(browser);
        return respond(302, undefined, { Location: url.href, 'Set-Cookie': setBrowser(call, browser) });
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'field_sync.provider_away') throw error;
        return toForm(call, 'provider');
      }
    },

    async oidcCallback({ query, openQuery }, _actor, call) {
      if (!oidc || !settings || modeOf(config.signIn, call.request) === 'central') return toForm(call);
      const outcome = await oidc.complete({
        browsers: browsersOf(call),
        state: query.state ?? '',
        query: toSearch({ ...query, ...openQuery }),
        presetSessions: readSessions(call.request.headers.cookie, name),
        cause: auditContext(ANONYMOUS, call),
      });
      if ('problem' in outcome) return toForm(call, outcome.problem);
      return respond(302, undefined, {
        Location: settings.afterLogin,
        'Set-Cookie': [ownCookie(call, { name, value: outcome.session }), setBrowser(call, '')],
      });
    },
  };
}

function toSearch(fields: Record<string, string | readonly string[] | undefined>): string {
  const pairs = Object.entries(fields).flatMap(([name, values]) =>
    [values ?? []].flat().map((value): [string, string] => [name, String(value)]),
  );
  return new URLSearchParams(pairs).toString();
}
