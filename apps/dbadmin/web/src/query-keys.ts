/** The list of servers, and all that one of them says of itself. */
export const connectionsKey = ['connections'] as const;
export const overviewKey = (id: number) => [...connectionsKey, id, 'overview'] as const;

/** All lists of databases. */
export const databasesKey = ['databases'] as const;
/** Everything about one database. */
export const databaseKey = (id: number) => ['database', id] as const;

/** Login roles and groups of a server, and what they may do. */
export const rolesKey = (connectionId: number) => ['roles', connectionId] as const;
export const rulesKey = (connectionId: number) => ['rules', connectionId] as const;
export const settingsKey = (connectionId: number) => ['settings', connectionId] as const;

/** The lists of the page of jobs. */
export const jobListKey = ['job-list'] as const;
