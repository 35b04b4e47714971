import type { SafeFetch } from '@cairn/service';
import { ServiceError, toServiceError } from './errors.ts';
import { readBody } from './read-body.ts';
import type { ServiceAddress, ServiceLogin } from './types.ts';

/** Minutes that are requested; servers may grant fewer, and the token is renewed when it has expired. */
const EXPIRATION = '60';
const MAX_TOKEN_BYTES = 256 * 1024;

export interface Login {
  /** Null for a public service. */
  token(): Promise<string | null>;
  /** A new token in the place of a rejected one; null when there is no way to get one. */
  renew(rejected: string | null): Promise<string | null>;
  /** Sent with each request: a token is bound to it. */
  readonly referer: string;
}

interface LoginDeps {
  safeFetch: SafeFetch;
  signal: AbortSignal;
}

/**
 * Tokens for a service, made from a username and password where they are known: by the server's own token service, or by that of
 * the portal to which it belongs. Both are asked only at the origin of the service (ArcGIS Online: at www.arcgis.com), so that a
 * service cannot have a password sent elsewhere.
 */
export function createLogin(deps: LoginDeps, { url }: ServiceAddress, login: ServiceLogin): Login {
  const referer = `${url.origin}/`;
  let current: Promise<string | null> | null = null;
  /** For a server that takes only its own tokens: an exchange of the portal's. */
  let exchangeable: { endpoint: URL; token: string } | null = null;

  async function post(endpoint: URL, fields: Record<string, string>): Promise<string> {
    const body = new URLSearchParams({
      ...fields,
      client: 'referer',
      referer,
      expiration: EXPIRATION,
      f: 'json',
    });
    const answer = await deps.safeFetch.fetch({
      url: endpoint,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', referer, accept: 'application/json' },
      body: body.toString(),
      signal: deps.signal,
    });
    const bytes = await readBody(answer, MAX_TOKEN_BYTES);
    if (answer.status === 404) throw toServiceError(404, endpoint.host);
    const { token } = parse(bytes);
    if (typeof token === 'string' && token !== '') return token;
    throw new ServiceError(
      401,
      'service_login_failed',
      'The service rejected the username or the password. Check both.',
    );
  }

  async function generate(): Promise<string> {
    const endpoint = await findTokenService(deps, url);
    const { username = '', password = '' } = login;
    const token = await post(endpoint, { username, password });
    exchangeable = /\/sharing\//i.test(endpoint.pathname) ? { endpoint, token } : null;
    return token;
  }

  async function exchange(): Promise<string | null> {
    if (!exchangeable) return null;
    const { endpoint, token } = exchangeable;
    exchangeable = null;
    return post(endpoint, { token, serverUrl: url.href });
  }

  const hasPassword = Boolean(login.username) && Boolean(login.password);
  return {
    referer,
    token: () =>
      (current ??= login.token
        ? Promise.resolve(login.token)
        : hasPassword
          ? generate()
          : Promise.resolve(null)),
    async renew(rejected) {
      // Another request may have renewed it already.
      if (current && (await current) !== rejected) return current;
      if (!hasPassword) return null;
      const isFresh = exchangeable !== null && (exchangeable as { token: string }).token === rejected;
      current = isFresh ? exchange() : generate();
      return current;
    },
  };
}

/** By the server's own description (`/rest/info`), else the usual place beside it. @throws {AppError} when it is elsewhere. */
async function findTokenService({ safeFetch, signal }: LoginDeps, service: URL): Promise<URL> {
  const root = service.pathname.replace(/\/services\/.*$/i, '');
  const answer = await safeFetch.fetch({
    url: new URL(`${root}/info?f=json`, service.origin),
    headers: { accept: 'application/json' },
    signal,
  });
  const info = parse(await readBody(answer, MAX_TOKEN_BYTES));
  const { tokenServicesUrl } = (info['authInfo'] ?? {}) as { tokenServicesUrl?: unknown };
  const owner = info['owningSystemUrl'];
  const named =
    typeof tokenServicesUrl === 'string' && tokenServicesUrl !== ''
      ? tokenServicesUrl
      : typeof owner === 'string' && owner !== ''
        ? `${owner.replace(/\/$/, '')}/sharing/rest/generateToken`
        : `${root.replace(/\/rest$/i, '')}/tokens/generateToken`;
  const endpoint = URL.canParse(named, service.href) ? new URL(named, service.href) : null;
  if (!endpoint || !isTrusted(endpoint, service)) {
    throw new ServiceError(
      401,
      'token_service_elsewhere',
      `The service wants the password to be sent to another server${endpoint ? ` (${endpoint.host})` : ''}. Sign in there yourself, and enter the token instead of the password.`,
    );
  }
  return endpoint;
}

function isTrusted(endpoint: URL, service: URL): boolean {
  if (endpoint.origin === service.origin) return true;
  return (
    service.protocol === 'https:' &&
    service.hostname.endsWith('.arcgis.com') &&
    endpoint.origin === 'https://www.arcgis.com'
  );
}

/** An object; an empty one for what is not JSON. */
function parse(bytes: Buffer): Record<string, unknown> {
  try {
    const value = JSON.parse(bytes.toString()) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
