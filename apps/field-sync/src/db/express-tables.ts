import type { ColumnType, Generated } from 'kysely';
import type { Created } from './column-types.ts';

export type ExpressStep = 'server' | 'database' | 'login' | 'pglink' | 'project' | 'daemon' | 'start';

export interface ExpressSetupsTable {
  id: Generated<number>;
  uuid: Generated<string>;
  name: string;
  url: string;
  username: string;
  provider_project: string;
  geopackage: string;
  created_at: Created;
}

export interface ExpressStepsTable {
  setup_id: number;
  step: ExpressStep;
  made: boolean;
  place: ColumnType<DatabasePlace | null, string | null | undefined, never>;
  object_id: number | null;
  done_at: Date | null;
}

/** Where a database was made: on a server of database administration, or where EXPRESS_ADMIN_URL leads. */
export type DatabasePlace =
  { by: 'dbadmin'; serverId: number } | { by: 'address'; host: string; port: number };
