import type { Level } from '../../db/schema.ts';

export type { Level } from '../../db/schema.ts';

/** An access level that this service granted to a role in a database. */
export interface Grant {
  roleName: string;
  level: Level;
  grantedBy: string | null;
  grantedAt: Date;
}

export interface SkippedObject {
  kind: string;
  name: string;
  reason: string;
  /** The extension that it belongs to, if that is the reason: extensions define their own privileges. */
  extension: string | null;
}

/** The result of granting or revoking a level. */
export interface GrantOutcome {
  roleName: string;
  /** null once it is revoked. */
  level: Level | null;
  /** How many objects were granted or revoked. */
  objects: number;
  skipped: SkippedObject[];
  /** Roles whose future tables also get the level, and roles that may create tables without it. */
  coveredCreators: string[];
  uncoveredCreators: string[];
}
