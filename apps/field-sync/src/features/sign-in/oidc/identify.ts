import { createRemoteJWKSet, jwtVerify } from 'jose';
import { authorizationCodeGrant, fetchUserInfo } from 'openid-client';
import type { Configuration, UserInfoResponse } from 'openid-client';
import type { OidcConfig } from '../../../oidc-config.ts';
import type { OpenLogin } from './login-repo.ts';
import { rolesOf } from './roles.ts';

/** What the identity provider says of a person. */
export interface OidcIdentity {
  subject: string;
  name: string;
  email: string | null;
  /** Whether the provider vouches for the address. */
  isEmailVerified: boolean;
  roles: string[];
  idToken: string;
}

type Claims = Record<string, unknown>;

/**
 * Exchanges the code of a callback for tokens, checks the ID token (signature, issuer, audience, nonce, times), and asks who the
 * person is. @throws errors of openid-client
 */
export async function identifyByCode(
  configuration: Configuration,
  { query, login, config }: { query: string; login: OpenLogin; config: OidcConfig },
): Promise<OidcIdentity> {
  // The address as it is registered, whatever a proxy made of the request.
  const url = new URL(config.redirectUri);
  url.search = query;
  const tokens = await authorizationCodeGrant(configuration, url, {
    expectedState: login.state,
    expectedNonce: login.nonce,
    pkceCodeVerifier: login.codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims()!;
  const userInfo = await fetchUserInfo(configuration, tokens.access_token, claims.sub);
  const roles = rolesOf([userInfo as Claims, claims as Claims], config);
  const { name, preferred_username: username, email } = { ...claims, ...userInfo } as UserInfoResponse;
  return {
    subject: claims.sub,
    name: name ?? username ?? email ?? claims.sub,
    email: email ?? null,
    isEmailVerified: userInfo.email_verified === true,
    roles: roles.length > 0 ? roles : await rolesOfAccessToken(configuration, tokens.access_token, config),
    idToken: tokens.id_token!,
  };
}

/** None unless the token is a JWT that this issuer has signed. */
async function rolesOfAccessToken(
  configuration: Configuration,
  accessToken: string,
  config: OidcConfig,
): Promise<string[]> {
  const { jwks_uri: keys, issuer } = configuration.serverMetadata();
  if (keys === undefined || accessToken.split('.').length !== 3) return [];
  const verified = await jwtVerify(accessToken, createRemoteJWKSet(new URL(keys)), { issuer }).catch(
    () => null,
  );
  return verified ? rolesOf([verified.payload], config) : [];
}
