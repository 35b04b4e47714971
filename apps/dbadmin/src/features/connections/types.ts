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
  /** system_identifier of its server; null until the server has been asked. */
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
 * The purpose that a connection's password is encrypted for: one role of one server. A row whose host, port or role was changed
 * in the database does not decrypt it.
 */
export function passwordPurpose({ host, port, adminUsername }: Target): string {
  return `dbadmin.connections ${JSON.stringify([host, port, adminUsername])}`;
}
