import { createDbadminClient, type DbadminSchemas } from '@cairn/contracts/client';
import { basePath, portalPath } from '@cairn/ui';

export const dbadmin = createDbadminClient({ baseUrl: basePath() });

export type Connection = DbadminSchemas['Connection'];
export type ConnectionTest = DbadminSchemas['ConnectionTest'];
export type ServerOverview = DbadminSchemas['ServerOverview'];
export type Database = DbadminSchemas['Database'];
export type DatabaseDetail = DbadminSchemas['DatabaseDetail'];
export type JobBrief = DbadminSchemas['JobBrief'];
export type Backup = DbadminSchemas['Backup'];
export type Table = DbadminSchemas['Table'];
export type Extent = DbadminSchemas['Extent'];
export type UploadedFile = DbadminSchemas['UploadedFile'];
export type Grant = DbadminSchemas['Grant'];
export type GrantResult = DbadminSchemas['GrantResult'];
export type Level = DbadminSchemas['Level'];
export type Job = DbadminSchemas['Job'];
export type Role = DbadminSchemas['Role'];
export type Owned = DbadminSchemas['Owned'];
export type DatabaseAccess = DbadminSchemas['DatabaseAccess'];
export type AccessSource = DbadminSchemas['AccessSource'];
export type Rule = DbadminSchemas['Rule'];
export type RuleInFile = DbadminSchemas['RuleInFile'];
export type RuleList = DbadminSchemas['RuleList'];
export type RulePreview = DbadminSchemas['RulePreview'];
export type Setting = DbadminSchemas['Setting'];
export type SettingList = DbadminSchemas['SettingList'];
export type SettingGroup = DbadminSchemas['SettingGroup'];
export type SettingHistory = DbadminSchemas['SettingHistory'];

/** Address of a database's page inside this app. */
export function databaseRoute(id: number, tab = ''): string {
  return `/databases/${id}${tab === '' ? '' : `?tab=${tab}`}`;
}

/** Address of a page as the browser sees it, with what it is about in the query. */
export function pageHref(path: string, query: Record<string, string | number> = {}): string {
  const params = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return `${basePath()}${path}${params.size > 0 ? `?${params}` : ''}`;
}

export function backupHref(databaseId: number, filename: string): string {
  return `${basePath()}/api/databases/${databaseId}/backups/${encodeURIComponent(filename)}`;
}

/** Address of the vault's page that makes a dataset of a table. */
export function publishHref(databaseId: number, { schema, name }: Pick<Table, 'schema' | 'name'>): string {
  const query = new URLSearchParams({
    from: 'table',
    database: String(databaseId),
    table: `${schema}.${name}`,
  });
  return `${portalPath()}/vault/upload?${query}`;
}
