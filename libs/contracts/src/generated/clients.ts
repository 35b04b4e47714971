// Generated from openapi/*.yaml by libs/contracts/generate.ts; change the contract, not this file.

import createClient from 'openapi-fetch';
import type { Client } from 'openapi-fetch';
import type { ClientOptions } from '../client-options.ts';
import type { paths as DbadminPaths } from './dbadmin.ts';
import type { paths as FieldSyncPaths } from './field-sync.ts';
import type { paths as GisPublishPaths } from './gis-publish.ts';
import type { paths as PortalPaths } from './portal.ts';
import type { paths as ReportMgmtPaths } from './report-mgmt.ts';
import type { paths as ReportServerPaths } from './report-server.ts';
import type { paths as VaultPaths } from './vault.ts';

/** A typed client of the dbadmin service. */
export function createDbadminClient(options: ClientOptions): Client<DbadminPaths> {
  return createClient<DbadminPaths>(options);
}
export type DbadminClient = Client<DbadminPaths>;

/** A typed client of the field-sync service. */
export function createFieldSyncClient(options: ClientOptions): Client<FieldSyncPaths> {
  return createClient<FieldSyncPaths>(options);
}
export type FieldSyncClient = Client<FieldSyncPaths>;

/** A typed client of the gis-publish service. */
export function createGisPublishClient(options: ClientOptions): Client<GisPublishPaths> {
  return createClient<GisPublishPaths>(options);
}
export type GisPublishClient = Client<GisPublishPaths>;

/** A typed client of the portal service. */
export function createPortalClient(options: ClientOptions): Client<PortalPaths> {
  return createClient<PortalPaths>(options);
}
export type PortalClient = Client<PortalPaths>;

/** A typed client of the report-mgmt service. */
export function createReportMgmtClient(options: ClientOptions): Client<ReportMgmtPaths> {
  return createClient<ReportMgmtPaths>(options);
}
export type ReportMgmtClient = Client<ReportMgmtPaths>;

/** A typed client of the report-server service. */
export function createReportServerClient(options: ClientOptions): Client<ReportServerPaths> {
  return createClient<ReportServerPaths>(options);
}
export type ReportServerClient = Client<ReportServerPaths>;

/** A typed client of the vault service. */
export function createVaultClient(options: ClientOptions): Client<VaultPaths> {
  return createClient<VaultPaths>(options);
}
export type VaultClient = Client<VaultPaths>;
