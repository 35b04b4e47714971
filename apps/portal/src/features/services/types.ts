import type { DatabaseIdentity } from '@cairn/db';
import type { Visibility } from '../resources/types.ts';

export interface RegisteredService {
  serviceKey: string;
  displayName: string;
  discoveryUrl: string;
}

export interface ServiceRegistration extends RegisteredService {
  /** Applies when the service is new. */
  visibility: Visibility;
  database?: DatabaseIdentity | undefined;
}

/** A service with the permissions of one user. */
export interface UsableService extends RegisteredService {
  permissions: { view: boolean; edit: boolean; admin: boolean };
}

/** A database that a service uses or used. */
export interface ServiceDatabase extends DatabaseIdentity {
  id: number;
  serviceKey: string;
  firstReportedAt: Date;
  lastReportedAt: Date;
  /** Reported within the last five minutes, or the portal has not been running that long. */
  isInUse: boolean;
}
