import type pg from 'pg';
import { ServerClient, verifiesServer } from '@cairn/db';
import type { Logger } from '@cairn/service';

/** Channel on which triggers of the portal's tables send the ids of users whose identity changed, or `*`. */
export const AUTH_CHANNEL = 'portal_auth';

const HEARTBEAT_MS = 2_000;
const RETRY_MS = 1_000;
const CONNECT_TIMEOUT_MS = 3_000;
/** Time for the server to close the connection, so that a hanging server does not keep the process alive. */
const DISCONNECT_MS = 1_000;

export interface Revocations {
  /** Whether revocations currently reach this process. */
  healthy(): boolean;
  close(): Promise<void>;
}

export interface RevocationOptions {
  databaseUrl: string;
  applicationName: string;
  /** Called with a user's id, or without one when any identity may have changed. */
  onRevoked: (userId?: number) => void;
  logger?: Logger;
}

/**
 * Listens for revocations on its own connection and reconnects when it is lost. A connection that does not answer its
 * heartbeat counts as lost, because it would hide revocations.
 */
export function listenForRevocations(options: RevocationOptions): Revocations {
  let client: pg.Client | null = null;
  let healthy = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  function lose(reason: unknown): void {
    if (!client) return;
    const lost = client;
    client = null;
    if (healthy)
      options.logger?.warn({ err: reason }, 'revocation listener disconnected; identity cache disabled');
    healthy = false;
    options.onRevoked();
    // A hanging server would keep the socket open.
    socketOf(lost)?.destroy();
    void lost.end().catch(() => undefined);
    schedule(connect, RETRY_MS);
  }

  function schedule(step: () => Promise<void>, delay: number): void {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(() => void step(), delay);
    timer.unref();
  }

  async function connect(): Promise<void> {
    const next = new ServerClient({
      isServerVerified: verifiesServer(options.databaseUrl),
      connectionString: options.databaseUrl,
      application_name: `${options.applicationName} revocations`,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: HEARTBEAT_MS,
      keepAlive: true,
    });
    client = next;
    next.on('error', lose);
    next.on('end', () => client === next && lose(new Error('the connection ended')));
    next.on('notification', ({ payload }) => {
      const userId = Number(payload);
      options.onRevoked(Number.isInteger(userId) && userId > 0 ? userId : undefined);
    });
    try {
      await next.connect();
      await next.query(`LISTEN ${AUTH_CHANNEL}`);
      if (client !== next) return;
      // Revocations between the last connection and this one were missed.
      options.onRevoked();
      healthy = true;
      schedule(beat, HEARTBEAT_MS);
    } catch (error) {
      if (client === next) lose(error);
    }
  }

  async function beat(): Promise<void> {
    const current = client;
    try {
      await current?.query('SELECT 1');
      if (client === current) schedule(beat, HEARTBEAT_MS);
    } catch (error) {
      if (client === current) lose(error);
    }
  }

  void connect();
  return {
    healthy: () => healthy,
    async close() {
      closed = true;
      healthy = false;
      clearTimeout(timer);
      const last = client;
      client = null;
      if (!last) return;
      const disconnectTimer = setTimeout(() => socketOf(last)?.destroy(), DISCONNECT_MS);
      await last.end().catch(() => undefined);
      clearTimeout(disconnectTimer);
    },
  };
}

function socketOf(client: pg.Client): { destroy(): void } | undefined {
  return (client as unknown as { connection?: { stream?: { destroy(): void } } }).connection?.stream;
}
