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

/** A service, and what one person may do in it. */
export interface UsableService extends RegisteredService {
  permissions: { view: boolean; edit: boolean; admin: boolean };
}

/** A database in which a service keeps its data, or kept it earlier. */
export interface ServiceDatabase extends DatabaseIdentity {
  id: number;
  serviceKey: string;
  firstReportedAt: Date;
  lastReportedAt: Date;
  /** Reported within the last five minutes, or the portal has not run that long. */
  isInUse: boolean;
}
