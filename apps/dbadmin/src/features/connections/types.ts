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

/** Under which name a connection's password is sealed. */
export const PASSWORD_PURPOSE = 'dbadmin.connections';
