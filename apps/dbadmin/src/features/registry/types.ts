import type { DbadminSchemas } from '@cairn/contracts';

/** What a login of a service may do: read the tables of a database, or also write and create them. */
export type LoginLevel = NonNullable<DbadminSchemas['AdoptInput']['level']>;

/** A request of another service for a database. */
export interface ServiceDatabase {
  service: string;
  requestId: string;
  /** Null once the database is gone or unregistered. */
  databaseId: number | null;
  createJobId: number | null;
  ownerRole: string | null;
  isUndone: boolean;
}
