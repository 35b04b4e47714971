import type { SslMode } from '@cairn/db';

export interface DatabaseLinkFields {
  name: string;
  /** A name or an IP address. */
  host: string;
  port: number;
  username: string;
  database: string;
  sslmode: SslMode;
}

/** A database into which projects go, and the login for it; `pglink` on the wire. */
export interface DatabaseLink extends DatabaseLinkFields {
  id: number;
  ownerId: number | null;
  updatedAt: Date;
}

/** With its password, encrypted for its login. */
export interface SealedDatabaseLink extends DatabaseLink {
  sealedPassword: string | null;
}

export interface ListedDatabaseLink extends DatabaseLink {
  /** How many projects go into it. */
  projects: number;
}
