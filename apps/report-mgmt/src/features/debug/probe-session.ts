import { SESSION_COOKIE } from '@cairn/auth';
import type { Auth } from '@cairn/auth';
import type { ReportMgmtSchemas } from '@cairn/contracts';
import type { Actor, Call } from '@cairn/service';
import type { ReportMgmtConfig } from '../../config.ts';

interface Deps {
  config: Pick<ReportMgmtConfig, 'centralDatabaseUrl' | 'portalUrl'>;
  auth: Pick<Auth, 'identify'>;
}

/** What this service knows of a session; no secret is part of it. */
export async function probeSession(
  { config, auth }: Deps,
  { actor, request, cookies }: { actor: Actor } & Pick<Call, 'request' | 'cookies'>,
): Promise<ReportMgmtSchemas['SessionProbe']> {
  const { centralDatabaseUrl, portalUrl } = config;
  const cookie = cookies[SESSION_COOKIE];
  const canLookUp = await auth.identify(request).then(
    () => true,
    () => false,
  );
  const { id, username, email, isAdmin, groups } = actor;
  return {
    service: 'report-mgmt',
    auth_enabled: centralDatabaseUrl !== undefined || portalUrl !== undefined,
    cookie_name: SESSION_COOKIE,
    cookie_present: cookie !== undefined,
    token_len: cookie?.length ?? 0,
    central_db: centralDatabaseUrl ? decodeURIComponent(new URL(centralDatabaseUrl).pathname.slice(1)) : null,
    search_path: 'portal',
    session_lookup_ok: canLookUp,
    authenticated: id !== null,
    user: id === null ? null : { id, username, email, is_admin: isAdmin },
    groups: [...groups],
  };
}
