import type { MapServer } from '../client.ts';

/** What each tab of a map server gets. */
export interface MapServerTabProps {
  server: MapServer;
  mayEdit: boolean;
}
