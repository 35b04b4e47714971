import type pg from 'pg';
import { openSession, explainConnectionError } from '@cairn/db';
import type { ServerAddress } from '@cairn/db';
import { conflict, resolveOutboundAddress } from '@cairn/service';
import type { AppError } from '@cairn/service';

export const APPLICATION_NAME = 'cairn vault';

interface ConnectOptions {
  /** A host that a user named must be public or in one of these; one that an administrator saved may be `any`. */
  allowedNetworks: string[] | 'any';
  signal: AbortSignal;
}

/**
 * Connects to a database for the duration of `work`; `signal` ends the connection at once.
 * @throws {AppError} conflict when there is no connection; its message repeats neither the password nor the server's answer.
 */
export async function withDatabase<T>(
  address: ServerAddress,
  { allowedNetworks, signal }: ConnectOptions,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { host } = address;
  const at = allowedNetworks === 'any' ? host : await resolveOutboundAddress(host, { allowedNetworks });
  const { client, close } = await openSession(address, {
    at,
    signal,
    applicationName: APPLICATION_NAME,
  }).catch((error: unknown) => {
    throw toConnectionError(error, address);
  });
  try {
    return await work(client);
  } finally {
    await close();
  }
}

/** A failed connection as an error for the user. */
export function toConnectionError(error: unknown, address: ServerAddress): AppError {
  const { kind, sentence } = explainConnectionError(error, address);
  return conflict(`vault.database_${kind}`, sentence);
}
