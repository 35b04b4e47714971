import { accessMessages } from './en/access.ts';
import { databaseMessages } from './en/database.ts';
import { importMessages } from './en/import.ts';
import { rolesMessages } from './en/roles.ts';
import { rulesMessages } from './en/rules.ts';
import { settingsMessages } from './en/settings.ts';
import { terminalMessages } from './en/terminal.ts';
import { workspaceMessages } from './en/workspace.ts';

/** The messages that load with all pages except servers, databases and jobs. */
export const lazyMessages = {
  ...databaseMessages,
  ...importMessages,
  ...accessMessages,
  ...rolesMessages,
  ...rulesMessages,
  ...settingsMessages,
  ...terminalMessages,
  ...workspaceMessages,
};
