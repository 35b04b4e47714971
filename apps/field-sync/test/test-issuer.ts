import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import type { JWTPayload } from 'jose';

type Claims = Record<string, unknown>;

/** What a test changes of the answers; the tokens are otherwise those of an honest provider. */
export interface IssuerFaults {
  idToken?: Claims;
  accessToken?: Claims;
  userInfo?: Claims;
  /** Sign the ID token, or the access token, with a key that the provider does not publish; or not at all. */
  idTokenKey?: 'foreign' | 'none';
  accessTokenKey?: 'foreign';
  opaqueAccessToken?: boolean;
  tokenStatus?: number;
}

export type TestIssuer = Awaited<ReturnType<typeof startTestIssuer>>;

/**
 * A provider that writes roles as Keycloak does, in the access token too, and that can lie. It has no form: a test takes state and
 * nonce from the address of the form and calls the callback itself.
 */
export async function startTestIssuer({
  clientId,
  clientSecret,
}: {
  clientId: string;
  clientSecret: string;
}) {
  const own = await generateKeyPair('RS256', { extractable: true });
  const foreign = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' };
  let faults: IssuerFaults = {};
  let nonce = '';
  let isAway = false;
  const requests: { path: string; body: URLSearchParams }[] = [];

  const sign = (claims: Claims, key: 'own' | 'foreign'): Promise<string> =>
    new SignJWT(claims as JWTPayload)
      .setProtectedHeader({ alg: 'RS256', kid: 'own' })
      .sign((key === 'own' ? own : foreign).privateKey);

  function claimsOf(url: string): Claims {
    const now = Math.floor(Date.now() / 1000);
    return { iss: url, sub: 'subject-1', aud: clientId, iat: now, exp: now + 300 };
  }

  async function tokens(url: string) {
    const id = { ...claimsOf(url), nonce, ...faults.idToken };
    const access = { ...claimsOf(url), aud: 'account', azp: clientId, ...faults.accessToken };
    const idToken =
      faults.idTokenKey === 'none'
        ? new UnsecuredJWT(id as JWTPayload).encode()
        : await sign(id, faults.idTokenKey ?? 'own');
    const accessToken = faults.opaqueAccessToken
      ? 'opaque'
      : await sign(access, faults.accessTokenKey ?? 'own');
    return { access_token: accessToken, id_token: idToken, token_type: 'Bearer', expires_in: 300 };
  }

  async function answer(req: IncomingMessage, url: string): Promise<{ status?: number; body: unknown }> {
    const body = new URLSearchParams(await text(req));
    const { pathname } = new URL(req.url!, url);
    requests.push({ path: pathname, body });
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return {
          body: {
            ...{ issuer: url, authorization_endpoint: `${url}/auth`, token_endpoint: `${url}/token` },
            ...{ userinfo_endpoint: `${url}/userinfo`, jwks_uri: `${url}/jwks` },
            end_session_endpoint: `${url}/logout`,
            ...{ response_types_supported: ['code'], subject_types_supported: ['public'] },
            id_token_signing_alg_values_supported: ['RS256'],
            code_challenge_methods_supported: ['S256'],
          },
        };
      case '/jwks':
        return { body: { keys: [jwk] } };
      case '/token':
        if (body.get('client_secret') !== clientSecret || !body.get('code_verifier'))
          return { status: 401, body: { error: 'invalid_client' } };
        return { status: faults.tokenStatus ?? 200, body: await tokens(url) };
      case '/userinfo':
        return { body: { sub: 'subject-1', name: 'Ada', email: 'ada@example.org', ...faults.userInfo } };
      default:
        return { status: 404, body: {} };
    }
  }

  const server = createServer((req, res) => {
    if (isAway) {
      req.destroy();
      return;
    }
    void answer(req, origin).then(({ status = 200, body }) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: origin,
    requests,
    /** The next sign-in, whose form has this address. Returns the parameters that the provider sends back. */
    answerFor(form: URL, changed: IssuerFaults = {}): Record<string, string> {
      faults = changed;
      nonce = form.searchParams.get('nonce')!;
      return { code: 'the-code', state: form.searchParams.get('state')! };
    },
    setAway: (away: boolean) => {
      isAway = away;
    },
    close: () => new Promise<void>((done) => server.closeAllConnections() ?? server.close(() => done())),
  };
}

/** Signs in as a browser without scripts does; returns where that ends. */
export async function signInOnce(
  url: string,
  issuer: TestIssuer,
  faults: IssuerFaults = {},
): Promise<string> {
  const begun = await fetch(`${url}/auth/oidc/login.php`, { redirect: 'manual' });
  const cookie = begun.headers.getSetCookie()[0]!.split(';', 1)[0]!;
  const parameters = issuer.answerFor(new URL(begun.headers.get('location')!), faults);
  const callback = `${url}/auth/oidc/callback.php?${new URLSearchParams(parameters)}`;
  return (await fetch(callback, { redirect: 'manual', headers: { cookie } })).headers.get('location')!;
}
