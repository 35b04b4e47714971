import { readFileSync } from 'node:fs';
import { ConfigError, splitList } from '@cairn/service';
import type { DataServiceConfig } from '@cairn/service';

/** The identity provider of OIDC mode. */
export interface OidcConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Registered at the provider: the public address of `/auth/oidc/callback.php`. */
  redirectUri: string;
  /** Only people with one of these roles may sign in; everybody if the list is empty. */
  requiredRoles: string[];
  /** People with one of these administer. */
  adminRoles: string[];
  /** A further claim with roles; dots lead into objects. */
  rolesClaim: string | null;
  /** Where signing in and signing out end. */
  afterLogin: string;
  afterLogout: string;
}

export interface OidcEnvironment {
  SYNC_OIDC_ISSUER?: string;
  SYNC_OIDC_CLIENT_ID?: string;
  SYNC_OIDC_CLIENT_SECRET?: string;
  SYNC_OIDC_REDIRECT_URI?: string;
  SYNC_OIDC_REQUIRED_ROLES?: string;
  SYNC_OIDC_ADMIN_ROLES?: string;
  SYNC_OIDC_ROLES_CLAIM?: string;
  SYNC_OIDC_POST_LOGIN_REDIRECT?: string;
  SYNC_OIDC_POST_LOGOUT_REDIRECT?: string;
}

const TEXT = { type: 'string' };

/** The variables of OIDC mode, for the schema of the configuration. */
export const OIDC_PROPERTIES = {
  SYNC_OIDC_ISSUER: TEXT,
  SYNC_OIDC_CLIENT_ID: TEXT,
  SYNC_OIDC_CLIENT_SECRET: { type: 'string', format: 'client-secret' },
  SYNC_OIDC_REDIRECT_URI: TEXT,
  SYNC_OIDC_REQUIRED_ROLES: TEXT,
  SYNC_OIDC_ADMIN_ROLES: TEXT,
  SYNC_OIDC_ROLES_CLAIM: TEXT,
  SYNC_OIDC_POST_LOGIN_REDIRECT: TEXT,
  SYNC_OIDC_POST_LOGOUT_REDIRECT: TEXT,
};

/** The configuration file: JSON, such as `{"mode": "oidc", "oidc": {"issuer": "https://id.example", "client_id": "field-sync"}}`. */
export interface ConfigFile {
  mode?: unknown;
  oidc?: Record<string, unknown>;
}

/** @throws {ConfigError} when the file cannot be read */
export function readConfigFile(path: string | undefined): ConfigFile {
  if (path === undefined) return {};
  try {
    const file = JSON.parse(readFileSync(path, 'utf8')) as unknown;
    if (typeof file === 'object' && file !== null && !Array.isArray(file)) return file as ConfigFile;
  } catch {
    // Reported below.
  }
  throw new ConfigError(['SYNC_CONFIG_FILE must be the path of a JSON file such as {"mode": "local"}.']);
}

/** Variables before the file. @throws {ConfigError} with one sentence for each problem */
export function readOidcConfig(
  values: OidcEnvironment,
  { oidc = {} }: ConfigFile,
  { publicUrl, basePath }: Pick<DataServiceConfig, 'publicUrl' | 'basePath'>,
): OidcConfig {
  const problems: string[] = [];
  const text = (variable: string | undefined, name: string): string | undefined =>
    variable ?? (typeof oidc[name] === 'string' ? oidc[name] : undefined);
  const list = (variable: string | undefined, name: string): string[] => {
    const value = variable === undefined ? oidc[name] : splitList(variable);
    return Array.isArray(value) ? value.map((each) => normalizeRole(String(each))) : [];
  };
  const requireText = (value: string | undefined, name: string): string => {
    if (!value) problems.push(`${name} is not set; it is needed in OIDC mode.`);
    return value ?? '';
  };
  const issuer = requireText(text(values.SYNC_OIDC_ISSUER, 'issuer'), 'SYNC_OIDC_ISSUER');
  const redirectUri =
    text(values.SYNC_OIDC_REDIRECT_URI, 'redirect_uri') ??
    (publicUrl ? `${publicUrl}${basePath}/auth/oidc/callback.php` : undefined);
  const home = publicUrl
    ? `${publicUrl}${basePath}`
    : (redirectUri ?? '').replace(/\/auth\/oidc\/[^/]*$/, '');
  const adminRoles = list(values.SYNC_OIDC_ADMIN_ROLES, 'admin_roles');
  const config: OidcConfig = {
    issuer,
    clientId: requireText(text(values.SYNC_OIDC_CLIENT_ID, 'client_id'), 'SYNC_OIDC_CLIENT_ID'),
    clientSecret: requireText(values.SYNC_OIDC_CLIENT_SECRET, 'SYNC_OIDC_CLIENT_SECRET'),
    redirectUri: requireText(redirectUri, 'PUBLIC_URL or SYNC_OIDC_REDIRECT_URI'),
    requiredRoles: list(values.SYNC_OIDC_REQUIRED_ROLES, 'required_roles_any'),
    adminRoles: adminRoles.length > 0 ? adminRoles : ['admin', 'geosync_admin'],
    rolesClaim: text(values.SYNC_OIDC_ROLES_CLAIM, 'roles_claim') ?? null,
    afterLogin: text(values.SYNC_OIDC_POST_LOGIN_REDIRECT, 'post_login_redirect') ?? `${home}/index.php`,
    afterLogout: text(values.SYNC_OIDC_POST_LOGOUT_REDIRECT, 'post_logout_redirect') ?? `${home}/login.php`,
  };
  for (const [name, url] of [
    ['SYNC_OIDC_ISSUER', config.issuer],
    ['SYNC_OIDC_REDIRECT_URI', config.redirectUri],
    ['SYNC_OIDC_POST_LOGOUT_REDIRECT', config.afterLogout],
  ] as const) {
    if (url !== '' && !/^https?:\/\/[^\s]+$/.test(url)) problems.push(`${name} must be a whole address.`);
  }
  if (!/^(\/(?!\/)|https?:\/\/)[!-~]*$/.test(config.afterLogin))
    problems.push('SYNC_OIDC_POST_LOGIN_REDIRECT must be a path or a whole address.');
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** As roles are compared: lower case, without a leading `/` of a group path or `role_` of a framework. */
export function normalizeRole(role: string): string {
  return role
    .trim()
    .toLowerCase()
    .replace(/^\//, '')
    .replace(/^role_/, '');
}
