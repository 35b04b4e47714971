import { createAuth, createKnownBrowsers, createSignInThrottle } from '@cairn/auth';
import type { Auth } from '@cairn/auth';
import { createServiceDatabase } from '@cairn/db';
import { unavailable } from '@cairn/service';
import type { AccessGuard, Logger } from '@cairn/service';
import type { PortalConfig } from './config.ts';
import type { Db } from './db/handle.ts';
import type { PortalDatabase } from './db/schema.ts';
import { createAccountService } from './features/account/service.ts';
import { createAuditService } from './features/audit/service.ts';
import { createCardService } from './features/cards/service.ts';
import { createCatalogService } from './features/catalog/service.ts';
import { createGroupService } from './features/groups/service.ts';
import { createPermissionService } from './features/permissions/service.ts';
import { createResourceService } from './features/resources/service.ts';
import { createRegisteredServices } from './features/services/service.ts';
import { createSessionService } from './features/sessions/service.ts';
import { createSharingService } from './features/sharing/service.ts';
import { createSignInService } from './features/sign-in/service.ts';
import { createThumbnailService } from './features/thumbnails/service.ts';
import { createTokenService } from './features/tokens/service.ts';
import { findUser } from './features/users/repo.ts';
import { createUserService } from './features/users/service.ts';

/** The portal has no long queries; a longer one waits for something that is broken. */
const STATEMENT_TIMEOUT_MS = 5_000;

export type Context = ReturnType<typeof buildContext>;

/** The only place that wires the parts of the portal together. */
export function buildContext(config: PortalConfig, logger: Logger) {
  const database = createServiceDatabase<PortalDatabase>({
    url: config.databaseUrl,
    service: 'portal',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    logger,
  });
  const db: Db = database.db;
  const auth = createAuth({
    ...(config.databaseUrl ? { centralDatabaseUrl: config.databaseUrl } : {}),
    serviceSecret: config.serviceSecret,
    serviceName: 'portal',
    acceptTokens: true,
    logger,
  });
  const databaseConfigured = database.isConfigured;
  const throttle = createSignInThrottle({ db, schema: 'portal' });
  const services = createRegisteredServices({ db, auth, logger, config });
  const cards = createCardService({ db });
  return {
    config,
    logger,
    db,
    databaseConfigured,
    guard: guardOf(auth, databaseConfigured),
    auth,
    account: createAccountService({ db, auth, throttle }),
    audit: createAuditService({ db }),
    cards,
    catalog: createCatalogService({
      services,
      cards,
      databaseConfigured,
      deadlineMs: config.catalogDeadlineMs,
      visitorsKeepMs: config.visitorsCatalogMs,
      logger,
    }),
    groups: createGroupService({ db, auth, findUser }),
    permissions: createPermissionService({ db }),
    resources: createResourceService({ db }),
    services,
    sessions: createSessionService({ db, auth }),
    sharing: createSharingService({ db, auth }),
    signIn: createSignInService({
      db,
      auth,
      throttle,
      knownBrowsers: createKnownBrowsers(config),
      sessions: config.sessions,
    }),
    thumbnails: createThumbnailService({ db, root: config.thumbnailsRoot, logger }),
    tokens: createTokenService({ db, auth }),
    users: createUserService({ db, auth }),
    async close() {
      await auth.close();
      await database.close();
    },
  };
}

/** Without a database nobody can sign in, so requests without credentials get a 503 instead of a 401. */
function guardOf(auth: Auth, databaseConfigured: boolean): AccessGuard {
  if (databaseConfigured) return auth;
  const refuse = () =>
    Promise.reject(
      unavailable(
        'auth.not_configured',
        'Sign-in is not configured: the portal has no database. Ask the operator to set DATABASE_URL.',
      ),
    );
  return { identify: refuse, allows: refuse };
}
