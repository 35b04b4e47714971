import type { ReportServerSchemas } from '@cairn/contracts/client';

export type EmbedToken = ReportServerSchemas['EmbedToken'];
export type NewEmbedToken = ReportServerSchemas['NewEmbedToken'];
export type EmbedTokenInput = ReportServerSchemas['EmbedTokenInput'];
export type EmbedType = ReportServerSchemas['EmbedType'];
export type EmbedAction = ReportServerSchemas['EmbedAction'];

export const EMBED_TYPES = ['dashboard', 'report', 'map-report', 'view'] as const satisfies EmbedType[];
export const EMBED_ACTIONS = ['export', 'print', 'drill'] as const satisfies EmbedAction[];

/** What is to be embedded. */
export interface Chosen {
  type: EmbedType;
  id: string;
  /** Of dashboards and views; empty for reports. */
  owner: string;
}

/** A token that was made, and what it was made from. */
export interface Made {
  input: EmbedTokenInput;
  token: NewEmbedToken;
}
