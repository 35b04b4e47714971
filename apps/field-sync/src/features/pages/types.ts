import type { PackageSource, ServerType } from '../../db/schema.ts';
import type { ServiceStatus } from '../project-service/types.ts';
import type { ProjectRights } from '../projects/rights.ts';

/** A project as our tables have it. */
export interface StoredProject {
  id: number;
  /** Names its rows in the target database. */
  uuid: string;
  name: string;
  serverId: number;
  serverName: string;
  serverType: ServerType;
  /** The server has refused its login, and is asked again once that is edited. */
  isLoginRefused: boolean;
  projectId: string;
  /** The provider's own id, once it is known. */
  providerId: string | null;
  geopackage: string;
  pglinkId: number;
  pglinkName: string;
  schema: string;
  rsyncIds: number[];
  ownerId: number | null;
  /** User ids and mail addresses of people who may control its service. */
  syncAdmins: string[];
  appliedAt: Date | null;
  /** Changes that wait for a person. */
  openPlans: number;
  /** Whether that is what it waits for; a newer version may have failed since. */
  waitsForApproval: boolean;
  /** Whether it waits because a change was dismissed. */
  wasDismissed: boolean;
}

export interface ProjectRow extends StoredProject {
  service: ServiceStatus;
}

/** A project in a list, with what the reader may do with it. */
export interface ListedRow extends ProjectRow {
  rights: ProjectRights;
}

export interface RunRow {
  id: number;
  kind: 'sync' | 'reconcile' | 'dry_run';
  status: string;
  stage: string | null;
  version: string | null;
  bytesFetched: number;
  bytesTotal: number;
  /** Percent, and what it does in words; null without a job. */
  progress: number | null;
  doing: string | null;
  packageSource: PackageSource | null;
  inserted: number;
  updated: number;
  deleted: number;
  conflicts: number;
  held: number;
  error: string | null;
  warnings: string[];
  lagMs: number | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** A file target as its page shows it. */
export interface TargetRow {
  id: number;
  name: string;
  syncType: 'remote' | 'local';
  host: string;
  port: number;
  username: string;
  folder: string;
  usrGrp: string;
  localProjectId: string;
  ownerId: number | null;
  /** Lines of known_hosts: the accepted one, and another one that came since. */
  hostKey: string | null;
  offeredHostKey: string | null;
  /** Names of the projects whose files go there. */
  projects: string[];
}
