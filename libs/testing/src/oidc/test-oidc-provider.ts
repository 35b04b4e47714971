import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { listen } from '../test-app.ts';

export interface TestOidcOptions {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** Where signing out may end. */
  afterLogout: string;
  /** Claims of the person with this name; any password is accepted. */
  rolesOf(login: string): string[];
}

/** The part of the package that is used. */
interface OidcLibrary {
  default: new (
    issuer: string,
    configuration: {
      clients: object[];
      findAccount: (context: unknown, sub: string) => { accountId: string; claims: () => object };
      [name: string]: unknown;
    },
  ) => { callback(): RequestListener };
}

export type TestOidcProvider = Awaited<ReturnType<typeof startTestOidcProvider>>;

/** `oidc-provider`, with its own forms; roles are in the claim `roles` of the userinfo. */
export async function startTestOidcProvider(options: TestOidcOptions) {
  // Few tests need it, and it takes a while to load.
  // @ts-expect-error The package has no types.
  const library = (await import('oidc-provider')) as OidcLibrary;
  const server = createServer();
  const issuer = await listen(server);
  const client = {
    ...{ client_id: options.clientId, client_secret: options.clientSecret },
    ...{ redirect_uris: [options.redirectUri], post_logout_redirect_uris: [options.afterLogout] },
    token_endpoint_auth_method: 'client_secret_post',
  };
  const provider = new library.default(issuer, {
    clients: [client],
    pkce: { required: () => true },
    cookies: { keys: ['a key of the cookies'] },
    claims: { openid: ['sub'], profile: ['name', 'roles'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({
        ...{ sub, name: sub, email: `${sub}@example.org`, email_verified: true },
        roles: options.rolesOf(sub),
      }),
    }),
  });
  server.on('request', provider.callback());
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    if (server.listening) await new Promise((done) => server.close(done));
  };
  return {
    issuer,
    /** After `close`, at the same address. */
    start: () => new Promise<void>((done) => server.listen(Number(new URL(issuer).port), '127.0.0.1', done)),
    close,
  };
}
