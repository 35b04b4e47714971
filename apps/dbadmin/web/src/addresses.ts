import { basePath, portalPath } from '@cairn/ui';
import type { Table } from './client.ts';

/** Address of a page as the browser sees it, with its query. */
export function pageHref(path: string, query: Record<string, string | number> = {}): string {
  const params = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return `${basePath()}${path}${params.size > 0 ? `?${params}` : ''}`;
}

/** Address of a database's page. */
export function databaseHref(id: number, tab?: string): string {
  return pageHref(`/databases/${id}`, tab ? { tab } : {});
}

/** Address of the page of a user or a group. */
export function roleHref(kind: 'users' | 'groups', connectionId: number, name: string): string {
  return pageHref(`/${kind}/detail`, { connection_id: connectionId, name });
}

/** Route of the jobs page with one job open. */
export function jobRoute(id: string): string {
  return `/jobs?job=${id}`;
}

export function backupHref(databaseId: number, filename: string): string {
  return `${basePath()}/api/databases/${databaseId}/backups/${encodeURIComponent(filename)}`;
}

/** Address of the vault's page that publishes a table as a dataset. */
export function publishHref(databaseId: number, { schema, name }: Pick<Table, 'schema' | 'name'>): string {
  const query = new URLSearchParams({
    from: 'table',
    database: String(databaseId),
    table: `${schema}.${name}`,
  });
  return `${portalPath()}/vault/upload?${query}`;
}
