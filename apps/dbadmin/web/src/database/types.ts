import type { DatabaseDetail } from '../client.ts';

/** What each tab of a database's page receives. */
export interface DatabaseTabProps {
  database: DatabaseDetail;
}
