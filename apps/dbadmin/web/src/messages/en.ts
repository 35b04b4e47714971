import { accessMessages } from './en/access.ts';
import { connectionsMessages } from './en/connections.ts';
import { databaseMessages } from './en/database.ts';
import { databasesMessages } from './en/databases.ts';
import { importMessages } from './en/import.ts';
import { jobsMessages } from './en/jobs.ts';
import { layoutMessages } from './en/layout.ts';
import { rolesMessages } from './en/roles.ts';
import { rulesMessages } from './en/rules.ts';
import { settingsMessages } from './en/settings.ts';
import { terminalMessages } from './en/terminal.ts';
import { workspaceMessages } from './en/workspace.ts';

/** The sentences of all pages, a file for each part. A translation is a copy in another language. */
export const messages = {
  ...layoutMessages,
  ...connectionsMessages,
  ...databasesMessages,
  ...databaseMessages,
  ...importMessages,
  ...accessMessages,
  ...jobsMessages,
  ...rolesMessages,
  ...rulesMessages,
  ...settingsMessages,
  ...terminalMessages,
  ...workspaceMessages,
};
