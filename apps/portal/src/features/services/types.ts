import type { DatabaseIdentity } from '@cairn/db';
import type { Visibility } from '../resources/types.ts';

export interface RegisteredService {
  serviceKey: string;
  displayName: string;
  discoveryUrl: string;
}

export interface ServiceRegistration extends RegisteredService {
  /** Counts for a new service only. */
  visibility: Visibility;
  database?: DatabaseIdentity | undefined;
}

/** A service, and what one person may do in it. */
export interface UsableService extends RegisteredService {
  permissions: { view: boolean; edit: boolean; admin: boolean };
}
