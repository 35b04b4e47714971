import type { ServerType } from '../../db/schema.ts';

/** Where a project comes from and where it goes. */
export interface ProjectFields {
  name: string;
  serverId: number;
  /** As entered: the provider's id of the project, or `namespace/name`. */
  providerProject: string;
  /** Path of the GeoPackage within the project. */
  geopackage: string;
  databaseLinkId: number;
  schema: string;
  fileTargetIds: number[];
}

export interface Project extends ProjectFields {
  id: number;
  /** Names it in databases and folders of others. */
  uuid: string;
  ownerId: number | null;
}

/** A project as lists show it. */
export interface ListedProject extends Project {
  serverName: string;
  /** What answers at the address, or as it was chosen. */
  serverType: ServerType;
  databaseName: string;
  isStarted: boolean;
  isEnabled: boolean;
  appliedVersion: string | null;
  appliedAt: Date | null;
  /** Since when the provider has something newer. */
  behindSince: Date | null;
  pausedReason: string | null;
  problem: string | null;
}
