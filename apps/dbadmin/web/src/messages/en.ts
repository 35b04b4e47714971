import { connectionsMessages } from './en/connections.ts';
import { databasesMessages } from './en/databases.ts';
import { jobsMessages } from './en/jobs.ts';
import { layoutMessages } from './en/layout.ts';

/**
 * The messages of the pages of servers, databases and jobs, a file for each area; those of the other pages are in
 * en-lazy.ts and load with them. A translation is a copy in another language.
 */
export const messages = {
  ...layoutMessages,
  ...connectionsMessages,
  ...databasesMessages,
  ...jobsMessages,
};
