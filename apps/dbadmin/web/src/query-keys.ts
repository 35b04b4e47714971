import type { QueryKey } from '@tanstack/react-query';
import { jobsKey } from '@cairn/ui';

/** The list of servers, and everything read from one of them. */
export const connectionsKey = ['connections'] as const;
export const overviewKey = (id: number) => [...connectionsKey, id, 'overview'] as const;

/** All lists of databases. */
export const databasesKey = ['databases'] as const;
/** Everything about one database. */
export const databaseKey = (id: number) => ['database', id] as const;
/** All lists of databases, and everything about each of them. */
export const allDatabaseKeys: QueryKey[] = [databasesKey, ['database']];

/** Users and groups of a server, and their privileges. */
export const rolesKey = (connectionId: number) => ['roles', connectionId] as const;
export const rulesKey = (connectionId: number) => ['rules', connectionId] as const;
export const settingsKey = (connectionId: number) => ['settings', connectionId] as const;

/** The lists of the jobs page. */
export const jobListKey = ['job-list'] as const;

/** What changes when a job is queued or cancelled. */
export const jobChangeKeys: QueryKey[] = [...allDatabaseKeys, jobsKey, jobListKey];
