/** Headers with which a client could claim an identity. Every hop removes them; names are lower case. */
export const IDENTITY_HEADERS = [
  'x-user-id',
  'x-user',
  'x-user-name',
  'x-user-email',
  'x-username',
  'x-email',
  'x-groups',
  'x-roles',
  'x-is-admin',
  'x-admin',
  'x-remote-user',
  'remote-user',
  'x-webauth-user',
  'x-forwarded-user',
  'x-forwarded-email',
  'x-forwarded-groups',
  'x-forwarded-preferred-username',
  'x-forwarded-access-token',
  'x-auth-request-user',
  'x-auth-request-email',
  'x-auth-request-groups',
  'x-authenticated-user',
  'x-authenticated-userid',
];

/** Headers with which a client could claim another address, path or method. The front door removes or replaces them. */
export const ORIGIN_HEADERS = [
  'forwarded',
  'x-real-ip',
  'x-forwarded-server',
  'x-forwarded-prefix',
  'x-original-url',
  'x-rewrite-url',
  'x-http-method-override',
];

/** Patterns that cover these headers, for proxies that can match patterns. */
const FAMILIES = [
  /^x-forwarded-/,
  /^forwarded$/,
  /^x-real-ip$/,
  /^(x-)?(remote|auth|authenticated|user|webauth|original|rewrite|envoy|proxy)-/,
  /^x-(user|users|username|remote|login|groups?|roles?|email|admin|is-admin|identity)$/,
  /^(true-client-ip|cf-connecting-ip|fastly-client-ip|client-ip|x-client-ip|x-cluster-client-ip)$/,
  /^x-(http-)?method(-override)?$/,
];

/** Whether a header, in lower case, contains a claim that only a trusted proxy may make. */
export function isClaimHeader(name: string): boolean {
  return name !== 'user-agent' && FAMILIES.some((family) => family.test(name));
}
