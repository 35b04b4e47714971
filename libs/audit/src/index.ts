export { findAuditEvents, recordAudit } from './events.ts';
export type { AuditFilter, AuditRecord } from './events.ts';
export { auditRoutes } from './routes.ts';
export { createAuditTable } from './table.ts';
export type { AuditColumns, AuditEventsTable } from './table.ts';
