import type { Level } from '../../db/schema.ts';

export type { Level } from '../../db/schema.ts';

/** A level that was given to a role in a database through us. */
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
  /** The extension that it belongs to: it says itself who may use it, so nothing is amiss. */
  extension: string | null;
}

/** What came of giving or taking a level. */
export interface GrantOutcome {
  roleName: string;
  /** null once it is revoked. */
  level: Level | null;
  /** So many objects were granted or revoked. */
  objects: number;
  skipped: SkippedObject[];
  /** Roles whose future tables have the level too, and those that may make tables which do not. */
  coveredCreators: string[];
  uncoveredCreators: string[];
}
