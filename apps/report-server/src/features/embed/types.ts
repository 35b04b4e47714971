import type { ReportServerSchemas } from '@cairn/contracts';
import type { Actor, EmbedIdentity } from '@cairn/service';
import type { Dashboard } from '../dashboards/types.ts';
import type { Report } from '../reports/types.ts';
import type { View } from '../views/types.ts';

export type EmbedType = ReportServerSchemas['EmbedType'];
export type EmbedAction = ReportServerSchemas['EmbedAction'];
export type EmbedTokenInput = ReportServerSchemas['EmbedTokenInput'];
export type RevokeInput = ReportServerSchemas['RevokeInput'];

/** Null and an empty list select nothing. */
export type BoundValue = string | number | boolean | null | (string | number | boolean)[];

/** What a token opens. */
export interface EmbedResource {
  type: EmbedType;
  /** Key of the report, dashboard or view. */
  key: string;
  /** Username of the owner of a dashboard or view; null for reports. */
  owner: string | null;
}

/** What a token opens, as it is now. */
export type EmbeddedResource =
  | { kind: 'report'; report: Report; datasources: string[] }
  | { kind: 'view'; view: View; datasources: string[] }
  | { kind: 'dashboard'; dashboard: Dashboard; datasources: string[] };

export interface EmbedToken extends EmbedResource {
  id: number;
  /** They win over the values that a page sends. */
  parameters: Record<string, BoundValue>;
  /** Condition on the rows of a view. */
  filter: Record<string, unknown> | null;
  /** Key of a datasource instead of that of the report. */
  datasource: string | null;
  /** Exact origins of the sites that may show it; empty for those of the operator. */
  origins: string[];
  actions: EmbedAction[];
  creatorId: number;
  creator: string;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  uses: number;
}

/** A token that is valid now. Everything is read with the rights of its creator. */
export interface EmbedGrant extends EmbedIdentity {
  token: EmbedToken;
  creator: Actor;
  content: EmbeddedResource;
}
