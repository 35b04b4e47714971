// Generated from openapi/*.yaml by libs/contracts/generate.ts; change the contract, not this file.

import type { components as DbadminComponents } from './dbadmin.ts';
export type { operations as DbadminOperations, paths as DbadminPaths } from './dbadmin.ts';
export type DbadminSchemas = DbadminComponents['schemas'];
import type { components as FieldSyncComponents } from './field-sync.ts';
export type { operations as FieldSyncOperations, paths as FieldSyncPaths } from './field-sync.ts';
export type FieldSyncSchemas = FieldSyncComponents['schemas'];
import type { components as GisPublishComponents } from './gis-publish.ts';
export type { operations as GisPublishOperations, paths as GisPublishPaths } from './gis-publish.ts';
export type GisPublishSchemas = GisPublishComponents['schemas'];
import type { components as PortalComponents } from './portal.ts';
export type { operations as PortalOperations, paths as PortalPaths } from './portal.ts';
export type PortalSchemas = PortalComponents['schemas'];
import type { components as ReportMgmtComponents } from './report-mgmt.ts';
export type { operations as ReportMgmtOperations, paths as ReportMgmtPaths } from './report-mgmt.ts';
export type ReportMgmtSchemas = ReportMgmtComponents['schemas'];
import type { components as ReportServerComponents } from './report-server.ts';
export type { operations as ReportServerOperations, paths as ReportServerPaths } from './report-server.ts';
export type ReportServerSchemas = ReportServerComponents['schemas'];
import type { components as VaultComponents } from './vault.ts';
export type { operations as VaultOperations, paths as VaultPaths } from './vault.ts';
export type VaultSchemas = VaultComponents['schemas'];
