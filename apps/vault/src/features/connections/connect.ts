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
 * Does some work in a database and leaves it, however the work ends; `signal` ends the connection at once. Throws AppError
 * with a sentence that repeats neither the password nor what the server said when there is no connection to be had.
 */
export async function inDatabase<T>(
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
    throw explain(error, address);
  });
  try {
    return await work(client);
  } finally {
    await close();
  }
}

/** Why there is no session, as an error for whoever asked. */
export function explain(error: unknown, address: ServerAddress): AppError {
  const { kind, sentence } = explainConnectionError(error, address);
  return conflict(`vault.database_${kind}`, sentence);
}
