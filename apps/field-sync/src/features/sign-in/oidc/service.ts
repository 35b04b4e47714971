import { timingSafeEqual, randomBytes } from 'node:crypto';
import { hashCredential, mintSessionSecret } from '@cairn/auth';
import { AppError } from '@cairn/service';
import type { AuditContext, Logger, SecretBox } from '@cairn/service';
import {
  AuthorizationResponseError,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client';
import type { Db } from '../../../db/schema.ts';
import type { OidcConfig } from '../../../oidc-config.ts';
import { findUserByEmail } from '../../accounts/user-repo.ts';
import { recordAudit } from '../../audit/repo.ts';
import { deleteSessions, insertSession } from '../session-repo.ts';
import { identifyByCode } from './identify.ts';
import type { OidcIdentity } from './identify.ts';
import type { Issuer } from './issuer.ts';
import { findOpenLogins, insertLogin, takeLogin } from './login-repo.ts';

interface OidcDeps {
  db: Db;
  config: OidcConfig;
  issuer: Issuer;
  secretBox: SecretBox;
  logger: Logger;
}

/** Why signing in failed. */
export type OidcProblem = 'expired' | 'provider' | 'denied' | 'roles';

export type OidcOutcome = { session: string } | { problem: OidcProblem };

export type OidcService = ReturnType<typeof createOidcService>;

const ID_TOKEN = 'field_sync.sessions.id_token';

/** Signing in at an identity provider: OpenID Connect, authorization code with PKCE. */
export function createOidcService({ db, config, issuer, secretBox, logger }: OidcDeps) {
  /** The open login of a state, which is taken: nobody can use it again. */
  async function takeByState(browsers: string[], state: string) {
    const open = await findOpenLogins(db, browsers.map(hashCredential));
    const login = open.find((each) => isSame(each.state, state));
    return login && (await takeLogin(db, login.id)) ? login : null;
  }

  async function startSession(
    identity: OidcIdentity,
    { presetSessions, cause }: { presetSessions: string[]; cause: AuditContext },
  ): Promise<string> {
    const { subject, name, email, roles, isEmailVerified } = identity;
    const account = email !== null && isEmailVerified ? await findUserByEmail(db, email) : null;
    const level = roles.some((role) => config.adminRoles.includes(role)) ? 'Admin' : 'User';
    const session = mintSessionSecret();
    await db.transaction().execute(async (trx) => {
      await deleteSessions(trx, presetSessions.map(hashCredential));
      await insertSession(trx, {
        tokenHash: hashCredential(session),
        userId: account?.id ?? null,
        identity: { issuer: config.issuer, subject, email, isEmailVerified, name, roles, level },
        sealedIdToken: sealIdToken(secretBox, identity.idToken),
      });
      await recordAudit(trx, {
        event: 'session.started',
        cause: { ...cause, actorId: account?.id ?? null, actorName: name },
        ...(account ? { objectId: account.id } : {}),
        ...{ subject: name, details: { oidc_subject: subject, level } },
      });
    });
    return session;
  }

  return {
    /**
     * Begins a sign-in for the browser with this secret. Returns the address of the provider's form.
     * @throws {AppError} unavailable while the provider does not answer
     */
    async begin(browser: string): Promise<URL> {
      const configuration = await issuer.configuration();
      const login = {
        state: randomBytes(16).toString('hex'),
        ...{ nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() },
      };
      await db.transaction().execute((trx) => insertLogin(trx, hashCredential(browser), login));
      return buildAuthorizationUrl(configuration, {
        redirect_uri: config.redirectUri,
        scope: 'openid profile email',
        ...{ state: login.state, nonce: login.nonce },
        code_challenge: await calculatePKCECodeChallenge(login.codeVerifier),
        code_challenge_method: 'S256',
      });
    },

    /** Ends a sign-in with what the provider sent back. `browsers` are the secrets of this browser's cookies. */
    async complete(request: {
      browsers: string[];
      state: string;
      query: string;
      presetSessions: string[];
      cause: AuditContext;
    }): Promise<OidcOutcome> {
      const login = await takeByState(request.browsers, request.state);
      if (!login) return { problem: 'expired' };
      let identity: OidcIdentity;
      try {
        const configuration = await issuer.configuration();
        identity = await identifyByCode(configuration, { query: request.query, login, config });
      } catch (err) {
        if (err instanceof AppError) return { problem: 'provider' };
        logger.warn({ ...describe(err) }, 'sign-in at the identity provider failed');
        const isDenied = err instanceof AuthorizationResponseError && err.error === 'access_denied';
        return { problem: isDenied ? 'denied' : 'provider' };
      }
      const { requiredRoles } = config;
      if (requiredRoles.length > 0 && !identity.roles.some((role) => requiredRoles.includes(role))) {
        await recordAudit(db, {
          ...{ event: 'session.refused', cause: request.cause, subject: identity.name },
          details: { reason: 'no required role', oidc_subject: identity.subject },
        });
        return { problem: 'roles' };
      }
      return { session: await startSession(identity, request) };
    },

    /** Where the provider ends its own session; null when it offers no such address. */
    async endSessionUrl(sealedIdToken: string | null): Promise<URL | null> {
      const configuration = await issuer.configuration().catch(() => null);
      if (!configuration?.serverMetadata().end_session_endpoint) return null;
      const idToken = openIdToken(secretBox, sealedIdToken);
      return buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: config.afterLogout,
        ...(idToken === null ? {} : { id_token_hint: idToken }),
      });
    },
  };
}

function isSame(known: string, given: string): boolean {
  const [a, b] = [Buffer.from(known), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Without a key it is not kept: the provider then asks before it signs someone out. */
function sealIdToken(secretBox: SecretBox, idToken: string): string | null {
  try {
    return secretBox.seal(idToken, ID_TOKEN);
  } catch {
    return null;
  }
}

function openIdToken(secretBox: SecretBox, sealed: string | null): string | null {
  try {
    return sealed === null ? null : secretBox.open(sealed, ID_TOKEN);
  } catch {
    return null;
  }
}

/** The kind of an error, without answers of the provider: these may contain tokens. */
function describe(error: unknown): { error: string; code: unknown } {
  const { name, message, code } = error as { name?: string; message?: string; code?: unknown };
  return { error: `${name}: ${message}`, code };
}
