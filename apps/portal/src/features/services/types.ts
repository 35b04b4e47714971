export interface RegisteredService {
  serviceKey: string;
  displayName: string;
  discoveryUrl: string;
}
