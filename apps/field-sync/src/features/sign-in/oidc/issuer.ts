import { unavailable } from '@cairn/service';
import type { Logger } from '@cairn/service';
import {
  allowInsecureRequests,
  ClientSecretPost,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { Configuration } from 'openid-client';
import type { OidcConfig } from '../../../oidc-config.ts';

const REFRESH_MS = 3_600_000;
const TIMEOUT_SECONDS = 10;

export type Issuer = ReturnType<typeof createIssuer>;

/**
 * What the identity provider says of itself, read once an hour in the background. While it does not answer, the last good answer
 * counts; without one signing in fails, and nothing else.
 */
export function createIssuer(config: OidcConfig, logger: Logger) {
  let known: { configuration: Configuration; at: number } | null = null;
  let underWay: Promise<Configuration> | null = null;

  function refresh(): Promise<Configuration> {
    underWay ??= discover(config)
      .then((configuration) => {
        known = { configuration, at: Date.now() };
        return configuration;
      })
      .finally(() => {
        underWay = null;
      });
    return underWay;
  }

  return {
    /** @throws {AppError} unavailable when the provider has not answered yet */
    async configuration(): Promise<Configuration> {
      if (known && Date.now() - known.at < REFRESH_MS) return known.configuration;
      const fresh = refresh().catch((err: unknown) => {
        logger.warn({ err, issuer: config.issuer }, 'identity provider unavailable');
        return null;
      });
      const configuration = known?.configuration ?? (await fresh);
      if (!configuration) throw providerUnavailable();
      return configuration;
    },
  };
}

function discover({ issuer, clientId, clientSecret, redirectUri }: OidcConfig): Promise<Configuration> {
  const url = new URL(issuer);
  return discovery(url, clientId, { redirect_uris: [redirectUri] }, ClientSecretPost(clientSecret), {
    // Without these checks signatures of ID tokens that come from the token endpoint are not verified. An operator may name a
    // provider in the same private network by http.
    execute: [enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [allowInsecureRequests] : [])],
    timeout: TIMEOUT_SECONDS,
  });
}

function providerUnavailable() {
  return unavailable('field_sync.provider_away', 'The identity provider does not answer. Try again shortly.');
}
