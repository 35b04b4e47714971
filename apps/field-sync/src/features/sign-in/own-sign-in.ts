import type { AccessGuard, Actor, Call, OwnSignIn } from '@cairn/service';
import type { AuthConfig } from '../../auth-config.ts';
import { modeOf } from './guard.ts';

export type OwnSignInOf = (call: Call, actor?: Actor) => Promise<OwnSignIn | null>;

/** The sign-in that pages show in local and OIDC mode; null in central mode, where it is the platform's. */
export function createOwnSignIn(signIn: AuthConfig, guard: AccessGuard): OwnSignInOf {
  return async (call, actor) => {
    const { basePath, request } = call;
    if (modeOf(signIn, request) === 'central') return null;
    const { kind, username, email, isAdmin } = actor ?? (await guard.identify(request));
    return {
      home: `${basePath}/index.php`,
      // In OIDC mode it leads on to the identity provider.
      signIn: `${basePath}/login.php`,
      signOut: `${basePath}/logout.php`,
      user: kind === 'user' ? { username: username ?? email ?? '', email, isAdmin } : null,
    };
  };
}
