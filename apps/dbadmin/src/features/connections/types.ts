import type { SslMode } from '@cairn/db';

/** An administered server. Its password stays encrypted in its row. */
export interface Connection {
  id: number;
  name: string;
  host: string;
  port: number;
  sslmode: SslMode;
  adminUsername: string;
  hbaFilePath: string | null;
  /** system_identifier of its server; null until the server has returned it. */
  serverIdentifier: string | null;
  databaseCount: number;
  createdAt: Date;
  updatedAt: Date;
}

/** A connection as one caller may see it. */
export interface ConnectionView {
  connection: Connection;
  /** Whether the caller sees address, role and paths. */
  seesServers: boolean;
  /** Whether this is the platform's own server; undefined while unknown. */
  isPlatform?: boolean | undefined;
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
 * The purpose that a connection's password is encrypted for: one role of one server. It cannot be decrypted after host, port or role
 * of its row were changed in the database.
 */
export function passwordPurpose({ host, port, adminUsername }: Target): string {
  return `dbadmin.connections ${JSON.stringify([host, port, adminUsername])}`;
}
