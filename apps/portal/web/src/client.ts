import { createPortalClient, type PortalSchemas } from '@cairn/contracts/client';
import { basePath } from '@cairn/ui';

export const portal = createPortalClient({ baseUrl: basePath() });

export type Card = PortalSchemas['Card'];
export type CardInput = PortalSchemas['CardInput'];
export type CatalogItem = PortalSchemas['CatalogItem'];
export type Catalog = PortalSchemas['Catalog'];
export type User = PortalSchemas['User'];
export type Group = PortalSchemas['Group'];
export type Token = PortalSchemas['Token'];
export type Session = PortalSchemas['Session'];
export type AccessOverviewItem = PortalSchemas['AccessOverviewItem'];
export type PermissionRow = PortalSchemas['PermissionRow'];
export type Permission = PortalSchemas['Permission'];
export type UserPermission = PortalSchemas['UserPermission'];
export type PermissionMatrix = PortalSchemas['PermissionMatrix'];
export type AuditEvent = PortalSchemas['AuditEvent'];
export type DiscoveryItem = PortalSchemas['DiscoveryItem'];
export type AuditEventPage = PortalSchemas['AuditPage'];
export type ServiceDatabase = PortalSchemas['ServiceDatabase'];
