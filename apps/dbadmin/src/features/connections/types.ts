import type { SslMode } from '@cairn/db';

/** A server that is administered here; its password stays sealed in its row. */
export interface Connection {
  id: number;
  name: string;
  host: string;
  port: number;
  sslmode: SslMode;
  adminUsername: string;
  hbaFilePath: string | null;
  /** Identifies its server; null when that was never asked. */
  serverIdentifier: string | null;
  databaseCount: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface ConnectionFields {
  name: string;
  host: string;
  port: number;
  sslmode: SslMode;
  adminUsername: string;
}

type Target = Pick<ConnectionFields, 'host' | 'port' | 'adminUsername'>;

/**
 * For whom a connection's password is sealed: for one role of one server. A row that leads elsewhere, however that came about,
 * does not open it.
 */
export function passwordPurpose({ host, port, adminUsername }: Target): string {
  return `dbadmin.connections ${JSON.stringify([host, port, adminUsername])}`;
}
