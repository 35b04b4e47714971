import { createKnownBrowsers, createSignInThrottle } from '@cairn/auth';
import type { Auth } from '@cairn/auth';
import type { Logger, SecretBox } from '@cairn/service';
import type { FieldSyncConfig } from '../../config.ts';
import type { Db } from '../../db/schema.ts';
import { createRefusalAnswer } from './answer-refusal.ts';
import { createFieldSyncGuard } from './guard.ts';
import { createIssuer } from './oidc/issuer.ts';
import { createOidcService } from './oidc/service.ts';
import { createOwnSignIn } from './own-sign-in.ts';
import { createSignInService } from './service.ts';

interface SignInDeps {
  config: Pick<FieldSyncConfig, 'signIn' | 'serviceSecret'>;
  auth: Auth;
  db: Db;
  secretBox: SecretBox;
  logger: Logger;
}

/** Who callers are, how they sign in, and what those get who may not. */
export function createSignIn({ config, auth, db, secretBox, logger }: SignInDeps) {
  const { oidc } = config.signIn;
  const guard = createFieldSyncGuard({ signIn: config.signIn, auth, db });
  return {
    guard,
    ownSignInOf: createOwnSignIn(config.signIn, guard),
    answerRefusal: createRefusalAnswer(config.signIn),
    /** Null outside OIDC mode. */
    oidc:
      oidc && createOidcService({ db, config: oidc, issuer: createIssuer(oidc, logger), secretBox, logger }),
    signIn: createSignInService({
      db,
      throttle: createSignInThrottle({ db, schema: 'field_sync' }),
      knownBrowsers: createKnownBrowsers({ serviceSecret: config.serviceSecret, accounts: 'field-sync' }),
    }),
  };
}
