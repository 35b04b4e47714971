import type { Request } from 'express';
import type { Kysely } from 'kysely';
import { createDatabase, toAppError } from '@cairn/db';
import { ANONYMOUS, AppError, unavailable } from '@cairn/service';
import type { AccessCheck, AccessGuard, Actor, Logger } from '@cairn/service';
import {
  hashCredential,
  isWellFormedToken,
  parseBearer,
  readSessions,
  SERVICE_TOKEN_PREFIX,
} from './credentials.ts';
import { createIdentityCache } from './identity-cache.ts';
import { findIdentity, findUser, listGroupNames, touchCredential } from './identity-store.ts';
import type { CredentialKind, Identity } from './identity-store.ts';
import { findAccess, isAllowed, listAccess, listVisibleKeys } from './permissions.ts';
import type { AccessLevels, ResourceAccess } from './permissions.ts';
import { fetchPortalIdentity } from './portal-identity.ts';
import { listenForRevocations } from './revocations.ts';
import { verifyServiceToken } from './service-tokens.ts';

export interface AuthOptions {
  /** Database with the portal's published views. Without it the portal identifies callers. */
  centralDatabaseUrl?: string;
  /** Internal address of the portal, used when the database is not configured or does not respond. */
  portalUrl?: string;
  /** Addresses of `/api/me` that are asked instead of that of `portalUrl`, in order, until one answers. */
  meUrls?: string[];
  /** At least 32 bytes, the same in every service. */
  serviceSecret: string;
  /** This service's name: the audience of the service tokens that it accepts. */
  serviceName: string;
  /** Whether personal access tokens are accepted. */
  acceptTokens: boolean;
  logger?: Logger;
}

export interface Auth extends AccessGuard {
  /** Keys of all resources of a type on which the actor has the permission; `all` for administrators. */
  visibleKeys(
    actor: Actor,
    resourceType: string,
    permission: AccessCheck['permission'],
  ): Promise<'all' | string[]>;
  /** What the actor may do with each resource of a type: for lists that show it. */
  accessLevels(actor: Actor, resourceType: string): Promise<AccessLevels>;
  /** The actor's permission on one resource, and whether it is public or shared; null when the actor may not see it. */
  access(actor: Actor, resource: Omit<AccessCheck, 'permission'>): Promise<ResourceAccess | null>;
  /**
   * The current state of a user, for jobs that check permissions again after the request. Null when the account was deleted
   * or disabled.
   */
  user(id: number): Promise<Actor | null>;
  /** Current names of all groups, by id. */
  groupNames(): Promise<Map<number, string>>;
  /** Forgets cached identities at once. Revocations in other processes arrive through the database. */
  forget(userId?: number): void;
  /** Whether revocations reach this process, so that identities may be cached. */
  caching(): boolean;
  close(): Promise<void>;
}

type Credential = { kind: 'service'; secret: string } | { kind: CredentialKind; secrets: string[] };

/** Identity and permission checks over the portal's published views, with the portal as fallback. */
export function createAuth(options: AuthOptions): Auth {
  const database = options.centralDatabaseUrl
    ? createDatabase<unknown>({
        url: options.centralDatabaseUrl,
        schema: 'portal',
        max: 5,
        // A look-up takes a millisecond; fail early rather than queue.
        statementTimeoutMs: 2_000,
        applicationName: `${options.serviceName} auth`,
        ...(options.logger ? { logger: options.logger } : {}),
      })
    : null;
  const revocations = options.centralDatabaseUrl
    ? listenForRevocations({
        databaseUrl: options.centralDatabaseUrl,
        applicationName: options.serviceName,
        onRevoked: (userId) => cache.forget(userId),
        ...(options.logger ? { logger: options.logger } : {}),
      })
    : null;
  const meUrls =
    options.meUrls ?? (options.portalUrl ? [`${options.portalUrl.replace(/\/$/, '')}/api/me`] : []);
  const cache = createIdentityCache(() => revocations?.healthy() ?? false);

  async function find(db: Kysely<unknown>, kind: CredentialKind, hashes: string[]): Promise<Identity | null> {
    const identity = await findIdentity(db, kind, hashes);
    if (identity?.touchDue) {
      // A failure to record the use must not block sign-in.
      touchCredential(db, identity.hash).catch((err: unknown) =>
        options.logger?.warn({ err }, 'last use of credential not recorded'),
      );
    }
    return identity;
  }

  async function identifyUser(request: Request, kind: CredentialKind, secrets: string[]): Promise<Actor> {
    if (!database) return askPortalOrRefuse(request, meUrls, notConfigured());
    const hashes = secrets.map(hashCredential);
    // One cache entry for each set of cookies; several are hashed together, so that its key has a fixed length.
    const key = `${kind}:${hashes.length === 1 ? hashes[0] : hashCredential(hashes.join())}`;
    try {
      return (await cache.get(key, () => find(database.db, kind, hashes))) ?? ANONYMOUS;
    } catch (error) {
      return askPortalOrRefuse(request, meUrls, storeFailure(error));
    }
  }

  return {
    async identify(request) {
      const credential = credentialOf(request, options.acceptTokens);
      if (!credential) return ANONYMOUS;
      if (credential.kind !== 'service') return identifyUser(request, credential.kind, credential.secrets);
      const caller = verifyServiceToken({
        token: credential.secret,
        audience: options.serviceName,
        secret: options.serviceSecret,
      });
      return caller ? { ...ANONYMOUS, kind: 'service', via: 'service', service: caller.service } : ANONYMOUS;
    },
    async allows(actor, check) {
      if (actor.isAdmin) return true;
      if (!database) throw notConfigured();
      return isAllowed(database.db, actor, check).catch((error: unknown) =>
        Promise.reject(storeFailure(error)),
      );
    },
    async visibleKeys(actor, resourceType, permission) {
      if (actor.isAdmin) return 'all';
      if (!database) throw notConfigured();
      return listVisibleKeys(database.db, actor, { resourceType, permission }).catch((error: unknown) =>
        Promise.reject(storeFailure(error)),
      );
    },
    async accessLevels(actor, resourceType) {
      if (!database) throw notConfigured();
      return listAccess(database.db, actor, resourceType).catch((error: unknown) =>
        Promise.reject(storeFailure(error)),
      );
    },
    async access(actor, resource) {
      if (!database) throw notConfigured();
      return findAccess(database.db, actor, resource).catch((error: unknown) =>
        Promise.reject(storeFailure(error)),
      );
    },
    async user(id) {
      if (!database) throw notConfigured();
      return findUser(database.db, id).catch((error: unknown) => Promise.reject(storeFailure(error)));
    },
    async groupNames() {
      if (!database) throw notConfigured();
      return listGroupNames(database.db).catch((error: unknown) => Promise.reject(storeFailure(error)));
    },
    forget: (userId) => cache.forget(userId),
    caching: () => revocations?.healthy() ?? false,
    async close() {
      await revocations?.close();
      await database?.close();
    },
  };
}

/** A bearer credential takes precedence over the cookie, also when it is malformed. */
function credentialOf(request: Request, acceptTokens: boolean): Credential | null {
  const bearer = parseBearer(request.headers.authorization);
  if (bearer?.startsWith(SERVICE_TOKEN_PREFIX)) return { kind: 'service', secret: bearer };
  if (bearer !== null)
    return acceptTokens && isWellFormedToken(bearer) ? { kind: 'token', secrets: [bearer] } : null;
  const secrets = readSessions(request.headers.cookie);
  return secrets.length > 0 ? { kind: 'session', secrets } : null;
}

async function askPortalOrRefuse(request: Request, meUrls: string[], refusal: AppError): Promise<Actor> {
  let failure: unknown = refusal;
  for (const url of meUrls) {
    try {
      return await fetchPortalIdentity(url, request);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function notConfigured(): AppError {
  return unavailable(
    'auth.not_configured',
    'Sign-in is not configured. Ask the operator to set the address of the database.',
  );
}

function storeFailure(error: unknown): AppError {
  const known = toAppError(error);
  if (known instanceof AppError && known.kind === 'unavailable') return known;
  return new AppError({
    kind: 'unavailable',
    code: 'auth.lookup_failed',
    message: 'Sign-in cannot be checked right now. Try again shortly.',
    cause: error,
  });
}
