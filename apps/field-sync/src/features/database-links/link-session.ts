import { findPlatformProblem } from '@cairn/auth';
import type { PlatformDatabases } from '@cairn/auth';
import { openAllowedSession } from '@cairn/db';
import type { ServerAddress, Session, SessionOptions } from '@cairn/db';
import { badRequest, unavailable } from '@cairn/service';
import type pg from 'pg';

/** Time for what identifies a server. */
const ANSWER_MS = 10_000;

export interface LinkSessionDeps {
  /** Networks besides the public internet in which databases may be, in CIDR notation. */
  serverNetworks: string[];
  platform: Pick<PlatformDatabases, 'ownerOf'>;
}

/**
 * Opens a session in the database of a link. The platform's own databases are known by what their server says, under whatever name or
 * address it is reached.
 * @throws {OutboundError} for a host that may not be called; {AppError} as `refusePlatform`; errors of the driver
 */
export async function openLinkSession(
  { serverNetworks, platform }: LinkSessionDeps,
  address: ServerAddress,
  options: Omit<SessionOptions, 'at'>,
): Promise<Session> {
  const session = await openAllowedSession(address, { ...options, allowedNetworks: serverNetworks });
  try {
    const query = (text: string) =>
      session.client.query({ text, query_timeout: ANSWER_MS } as pg.QueryConfig);
    await refusePlatform(platform, { query });
    return session;
  } catch (error) {
    await session.close();
    throw error;
  }
}

/** @throws {AppError} bad_request in a database of the platform, or one that may be; unavailable as long as that is not known */
export async function refusePlatform(
  platform: Pick<PlatformDatabases, 'ownerOf'>,
  client: Parameters<PlatformDatabases['ownerOf']>[0],
): Promise<void> {
  const problem = findPlatformProblem(await platform.ownerOf(client));
  if (!problem) return;
  const { name, sentence, cause } = problem;
  const error = name === 'platform_unknown' ? unavailable : badRequest;
  throw Object.assign(error(`field_sync.${name}`, sentence), { cause });
}
