import { ConfigError } from '@cairn/service';
import type { DataServiceConfig } from '@cairn/service';
import { OIDC_PROPERTIES, readConfigFile, readOidcConfig } from './oidc-config.ts';
import type { ConfigFile, OidcConfig, OidcEnvironment } from './oidc-config.ts';

export type AuthMode = 'central' | 'local' | 'oidc';

/** How people sign in; fixed when the process starts. */
export interface AuthConfig {
  mode: AuthMode;
  /** Whether a request with the platform's session cookie is answered as in central mode. It is never lowered to another mode. */
  cookieRaises: boolean;
  /** The platform's sign-in page and the address that ends its sessions: paths as the browser sees them, or addresses. */
  centralLoginUrl: string;
  centralLogoutUrl: string;
  /** The id that other services get for a person of the platform. */
  superAdminId: number;
  /** Name of the session cookie of local and OIDC mode. */
  sessionCookie: string;
  /** Made when there is no user. */
  firstAdmin: { email: string; password: string } | null;
  /** In OIDC mode. */
  oidc: OidcConfig | null;
}

export interface AuthEnvironment extends OidcEnvironment {
  SYNC_AUTH_MODE?: AuthMode;
  CENTRAL_LOGIN_URL?: string;
  CENTRAL_LOGOUT_URL?: string;
  CENTRAL_API_ME_URL?: string;
  SUPER_ADMIN_ID: number;
  SYNC_SESSION_COOKIE: string;
  SYNC_ADMIN_EMAIL?: string;
  SYNC_ADMIN_PASSWORD?: string;
  SYNC_CONFIG_FILE?: string;
}

const MODES: readonly AuthMode[] = ['central', 'local', 'oidc'];

/** A path as the browser sees it, or an address. */
const LOCATION = { type: 'string', pattern: '^(/(?!/)|https?://)[!-~]*$' };

/** The variables of signing in, for the schema of the configuration. */
export const AUTH_PROPERTIES = {
  ...OIDC_PROPERTIES,
  SYNC_AUTH_MODE: { type: 'string', enum: [...MODES] },
  CENTRAL_LOGIN_URL: LOCATION,
  CENTRAL_LOGOUT_URL: LOCATION,
  CENTRAL_API_ME_URL: { type: 'string', format: 'uri' },
  SUPER_ADMIN_ID: { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1, default: 1 },
  // A token of RFC 6265; the platform's own cookie has another meaning.
  SYNC_SESSION_COOKIE: {
    type: 'string',
    pattern: '^(?!platform_session$)[A-Za-z0-9_-]{1,64}$',
    default: 'field_sync_session',
  },
  SYNC_ADMIN_EMAIL: { type: 'string', format: 'email' },
  SYNC_ADMIN_PASSWORD: { type: 'string' },
  SYNC_CONFIG_FILE: { type: 'string' },
};

/** @throws {ConfigError} with one sentence for each problem */
export function readAuthConfig(
  values: AuthEnvironment,
  config: Pick<DataServiceConfig, 'centralDatabaseUrl' | 'publicUrl' | 'basePath'>,
): AuthConfig {
  const { SYNC_ADMIN_EMAIL: email, SYNC_ADMIN_PASSWORD: password } = values;
  if ((email === undefined) !== (password === undefined))
    throw new ConfigError(['SYNC_ADMIN_EMAIL and SYNC_ADMIN_PASSWORD are set together or not at all.']);
  const file = readConfigFile(values.SYNC_CONFIG_FILE);
  const chosen = chooseMode(values, config, file);
  return {
    ...chosen,
    centralLoginUrl: values.CENTRAL_LOGIN_URL ?? '/login',
    centralLogoutUrl: values.CENTRAL_LOGOUT_URL ?? '/logout',
    superAdminId: values.SUPER_ADMIN_ID,
    sessionCookie: values.SYNC_SESSION_COOKIE,
    firstAdmin: email !== undefined && password !== undefined ? { email, password } : null,
    oidc: chosen.mode === 'oidc' ? readOidcConfig(values, file, config) : null,
  };
}

/** The first that says something: SYNC_AUTH_MODE, an address of the platform, the file. Only the last leaves room for the cookie. */
function chooseMode(
  values: AuthEnvironment,
  { centralDatabaseUrl }: Pick<DataServiceConfig, 'centralDatabaseUrl'>,
  file: ConfigFile,
): Pick<AuthConfig, 'mode' | 'cookieRaises'> {
  if (values.SYNC_AUTH_MODE) return { mode: values.SYNC_AUTH_MODE, cookieRaises: false };
  if (centralDatabaseUrl ?? values.CENTRAL_LOGIN_URL) return { mode: 'central', cookieRaises: false };
  const mode = readModeOfFile(file) ?? 'local';
  return { mode, cookieRaises: mode !== 'central' };
}

function readModeOfFile({ mode }: ConfigFile): AuthMode | null {
  if (mode === undefined) return null;
  const known = MODES.find((each) => each === mode);
  if (known) return known;
  throw new ConfigError([`The mode in the file SYNC_CONFIG_FILE must be one of ${MODES.join(', ')}.`]);
}

/** Addresses of the portal's `/api/me`; without a configured one, those at which it usually is. */
export function readMeUrls(
  { CENTRAL_API_ME_URL: own }: AuthEnvironment,
  { portalUrl, publicUrl }: Pick<DataServiceConfig, 'portalUrl' | 'publicUrl'>,
): string[] {
  const portals = portalUrl
    ? [portalUrl]
    : own
      ? []
      : ['http://127.0.0.1:8888', ...(publicUrl ? [publicUrl] : [])];
  return [...(own ? [own] : []), ...portals.map((url) => `${url.replace(/\/$/, '')}/api/me`)];
}
