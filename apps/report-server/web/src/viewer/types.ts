import type { ReportServerSchemas } from '@cairn/contracts/client';

export type ReportConfig = ReportServerSchemas['ReportConfig'];
export type ParameterDescriptor = ReportServerSchemas['ParameterDescriptor'];
export type Option = ReportServerSchemas['Option'];
export type LookupResult = ReportServerSchemas['Lookup'];
export type Execution = ReportServerSchemas['Execution'];

/** What the form holds: texts, as an address has them. A parameter of several values has several. */
export type ParameterValues = Record<string, string[]>;

/** The formats that a page can show: pages to print, or one that flows. */
export const VIEW_FORMATS = ['pdf', 'html'] as const;
export type ViewFormat = (typeof VIEW_FORMATS)[number];
