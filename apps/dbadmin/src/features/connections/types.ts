import type { SslMode } from '@cairn/db';

export interface ConnectionFields {
  name: string;
  host: string;
  port: number;
  sslmode: SslMode;
  adminUsername: string;
}

/** An administered server. Its password stays encrypted in its row. */
export interface Connection extends ConnectionFields {
  id: number;
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
