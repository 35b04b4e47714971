// The package has no types.
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export default class Provider {
    constructor(
      issuer: string,
      configuration: {
        clients: object[];
        pkce: { required: () => boolean };
        cookies: { keys: string[] };
        claims: Record<string, string[]>;
        conformIdTokenClaims: boolean;
        findAccount: (context: unknown, sub: string) => { accountId: string; claims: () => object };
      },
    );
    callback(): RequestListener;
  }
}
