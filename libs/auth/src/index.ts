export { registerWithPortal } from './register-with-portal.ts';
export { createAuth } from './auth.ts';
export type { Auth, AuthOptions } from './auth.ts';
export {
  forwardableCredential,
  hashCredential,
  isWellFormedToken,
  mintSessionSecret,
  mintToken,
  parseBearer,
  readSessions,
  SESSION_COOKIE,
  TOKEN_PREFIX,
} from './credentials.ts';
export type { MintedToken } from './credentials.ts';
export { createKnownBrowsers, KNOWN_BROWSER_COOKIE, knownBrowserCookie } from './known-browser.ts';
export type { KnownBrowsers } from './known-browser.ts';
export { isOwnNavigation } from './own-navigation.ts';
export { sessionCookie } from './session-cookie.ts';
export { SIGN_IN_PAGE_HEADERS, signInAlert, signInPage } from './sign-in-page.ts';
export {
  createSignInThrottle,
  createSignInThrottleTable,
  deleteExpiredCounters,
} from './sign-in-throttle.ts';
export type { SignInThrottle } from './sign-in-throttle.ts';
export { MIN_PASSWORD_LENGTH, passwordProblem } from './password-policy.ts';
export { hashPassword, verifyPassword } from './passwords.ts';
export { createPortalRegistry, createPortalRegistryFromConfig } from './registry.ts';
export { createPlatformDatabases, findPlatformProblem } from './platform-databases.ts';
export type { PlatformDatabases } from './platform-databases.ts';
export type { AccessLevels, ResourceAccess } from './permissions.ts';
export type { PortalRegistry, RegistryOptions, ResourceRegistration } from './registry.ts';
export { signServiceToken, verifyServiceToken } from './service-tokens.ts';
export { AUTH_CHANNEL } from './revocations.ts';
