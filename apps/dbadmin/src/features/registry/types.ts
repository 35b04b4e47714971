import type { DbadminSchemas } from '@cairn/contracts';

/** What a login of a service may do: read the tables of a database, or also write and create them. */
export type LoginLevel = NonNullable<DbadminSchemas['AdoptInput']['level']>;
