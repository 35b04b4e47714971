import type { Request } from 'express';
import type { Access, Operation, ResourceAccess } from '@cairn/contracts';
import { ANONYMOUS } from '../actor.ts';
import type { AccessGuard, Actor } from '../actor.ts';
import { AppError, forbidden, notFound, unauthorized } from '../errors.ts';

/** Turns a parameter into the key of a resource, e.g. a version id into that of its dataset; null means 404. */
export type Resolver = (value: string, actor: Actor) => Promise<string | null> | string | null;

export interface AccessRule {
  user: 'required' | 'optional' | 'none';
  admin: boolean;
  service: Access['service'];
  resources: ResourceAccess[];
  serviceToken: boolean;
  /** Whether a session is required; access tokens are refused. */
  session: boolean;
  /** Whether the caller is an embedded page, known by the secret of its token. */
  embed: boolean;
  /** Whether the query parameter `token` may hold the secret of a link. */
  linkToken: boolean;
  /** Whether a signed-in user may call at all, or only another service. */
  usersMay: boolean;
  needsIdentity: boolean;
}

const USERS = ['required', 'optional', 'none'];
const PERMISSIONS = ['view', 'edit', 'admin'];
const KNOWN = new Set([
  'user',
  'admin',
  'service',
  'resource',
  'serviceToken',
  'session',
  'embed',
  'linkToken',
]);

/** Reads x-access. Throws when it is missing or has an unknown field, so that the service does not start. */
export function accessRule(operation: Operation): AccessRule {
  const access = operation['x-access'];
  const refuse = (what: string): never => {
    throw new Error(`${operation.operationId}: x-access ${what}`);
  };
  if (!access) return refuse('is missing; declare the permissions that callers need');
  for (const name of Object.keys(access)) if (!KNOWN.has(name)) refuse(`has an unknown field "${name}"`);
  if (access.embed && Object.keys(access).length > 1) refuse('embed stands alone; remove the other fields');
  const onlyServices = access.serviceToken === true && (access.user ?? 'none') === 'none';
  const restricted = access.admin === true;
  const user = access.user ?? (restricted ? 'required' : 'none');
  if (!USERS.includes(user)) refuse(`user must be one of ${USERS.join(', ')}`);
  const resources = access.resource === undefined ? [] : [access.resource].flat();
  for (const permission of [access.service, ...resources.map((resource) => resource.permission)]) {
    if (permission !== undefined && !PERMISSIONS.includes(permission))
      refuse(`has an unknown permission "${permission}"`);
  }
  if (restricted && user !== 'required') refuse('admin needs user: required');
  if (access.linkToken && user !== 'optional') refuse('linkToken needs user: optional');
  if (access.session && user !== 'required') refuse('session needs user: required');
  if (!onlyServices && user === 'none' && (access.service || resources.length > 0)) {
    refuse('has a permission but no user; set user to required or optional');
  }
  return {
    user,
    admin: restricted,
    service: access.service,
    resources,
    serviceToken: access.serviceToken === true,
    session: access.session === true,
    embed: access.embed === true,
    linkToken: access.linkToken === true,
    usersMay: !onlyServices,
    needsIdentity: user !== 'none' || access.serviceToken === true,
  };
}

/**
 * The caller. Where signing in is optional, an expired cookie makes the caller a visitor, but an invalid bearer token is
 * refused, so that a program notices. A credential that cannot be checked is 503; pages are then shown as to a visitor.
 */
export async function identify(
  { access: rule, isPageOrLogin }: { access: AccessRule; isPageOrLogin: boolean },
  guard: AccessGuard,
  req: Request,
): Promise<Actor> {
  if (!rule.needsIdentity) return ANONYMOUS;
  let actor: Actor;
  try {
    actor = await guard.identify(req);
  } catch (error) {
    if (rule.user !== 'optional' || !(error instanceof AppError) || error.kind !== 'unavailable') throw error;
    if (!isPageOrLogin && !isSignInDisabled(error)) throw error;
    actor = ANONYMOUS;
  }
  if (actor.kind === 'service' && !rule.serviceToken) actor = ANONYMOUS;
  if (actor.kind === 'user' && !rule.usersMay) actor = ANONYMOUS;
  const isRefused = rule.user === 'required' || !rule.usersMay || (hasBearer(req) && !isPageOrLogin);
  if (actor.kind === 'anonymous' && isRefused) throw notSignedIn();
  if (rule.admin && !actor.isAdmin && actor.kind !== 'service') {
    throw forbidden('access.admin_only', 'Only administrators can do this.');
  }
  if (rule.session && actor.via !== 'session') {
    throw forbidden(
      'access.session_only',
      'Access tokens cannot be used for this. Sign in in a browser and try again.',
    );
  }
  return actor;
}

/** Without a database there are no credentials to check. */
function isSignInDisabled({ code }: AppError): boolean {
  return code === 'auth.not_configured';
}

function hasBearer(req: Request): boolean {
  return /^Bearer\b/i.test(req.headers.authorization ?? '');
}

/** Checks the permission on the service itself. */
export async function checkService(
  rule: AccessRule,
  guard: AccessGuard,
  { actor, service }: { actor: Actor; service: string },
): Promise<void> {
  if (!rule.service || mayPass(actor)) return;
  const check = { resourceType: 'service', resourceKey: service, permission: rule.service };
  if (!(await guard.allows(actor, check))) throw refused(actor, rule.service, 'this service');
}

/** Checks the permission on each resource that the parameters name, and returns their keys. Absent parameters are skipped. */
export async function checkResources(
  rule: AccessRule,
  guard: AccessGuard,
  context: { actor: Actor; values: Record<string, unknown>; resolvers: Record<string, Resolver> },
): Promise<string[]> {
  const { actor, values, resolvers } = context;
  const keys: string[] = [];
  for (const resource of rule.resources) {
    const value = values[resource.key];
    if (value === undefined || value === null) continue;
    const key = resource.resolve ? await resolvers[resource.resolve]!(String(value), actor) : String(value);
    if (key === null) {
      // Visitors get the same answer for a hidden resource and for a missing one.
      if (actor.kind === 'anonymous') throw notSignedIn();
      throw noSuchResource();
    }
    keys.push(key);
    if (mayPass(actor)) continue;
    const resourceType = typeParameter(resource.type);
    const check = {
      resourceType: resourceType === null ? resource.type : String(values[resourceType]),
      resourceKey: key,
      permission: resource.permission,
    };
    if (await guard.allows(actor, check)) continue;
    throw refused(actor, resource.permission, 'it');
  }
  return keys;
}

/** The parameter's name when the resource type is written `{name}`, i.e. comes from a parameter; else null. */
export function typeParameter(type: string): string | null {
  return /^\{(\w+)\}$/.exec(type)?.[1] ?? null;
}

function noSuchResource(): AppError {
  return notFound('access.no_such_resource', 'Not found. Check the address.');
}

function mayPass(actor: Actor): boolean {
  return actor.isAdmin || actor.kind === 'service';
}

function refused(actor: Actor, permission: string, what: string): AppError {
  if (actor.kind === 'anonymous') return notSignedIn();
  return forbidden(
    'access.denied',
    `You do not have the ${permission} permission on ${what}. Ask an administrator for it.`,
  );
}

function notSignedIn(): AppError {
  return unauthorized('access.not_signed_in', 'You are not signed in. Sign in and try again.');
}
