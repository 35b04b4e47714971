export { createDatabase } from './database.ts';
export type { Database, DatabaseOptions } from './database.ts';
export { isForeignKeyViolation, isUniqueViolation, isUnavailable, toAppError } from './errors.ts';
export type { ConstraintErrors } from './errors.ts';
export { ident } from './ident.ts';
export { migrate } from './migrate.ts';
export type { MigrateOptions } from './migrate.ts';
export { withoutTimeLimit } from './time-limit.ts';
