export interface RegisteredService {
  serviceKey: string;
  displayName: string;
  discoveryUrl: string;
}

/** A service, and what one person may do in it. */
export interface UsableService extends RegisteredService {
  permissions: { view: boolean; edit: boolean; admin: boolean };
}
