import type { InScratch } from '@cairn/files';
import type { JobContext, Jobs } from '@cairn/jobs';
import type { Logger } from '@cairn/service';
import type { Db, FieldSyncDatabase, PlanStatus, RunKind, RunStatus } from '../../db/schema.ts';
import type { PackageService } from '../packages/service.ts';
import type { Snapshot } from '../packages/types.ts';
import type { Provider, ProviderVersion } from '../providers/types.ts';
import type { PlanChoices, PlanItem, SyncedTables, TargetPlace } from '../synced-tables/types.ts';
import type { CpuMeter } from './cpu-meter.ts';

/** What a run is doing; null before it begins and after it has ended. */
export type RunStage = 'fetching' | 'comparing' | 'applying';

export interface Run {
  id: number;
  /** Names it in the target's state and history. */
  uuid: string;
  projectId: number;
  jobId: number | null;
  kind: RunKind;
  status: RunStatus;
  /** Null until it is pinned to one. */
  version: ProviderVersion | null;
  requestedBy: string | null;
}

/** What a run needs to know of its project. */
export interface RunProject {
  id: number;
  uuid: string;
  name: string;
  serverId: number;
  /** As entered, and the provider's own id once it is known. */
  projectRef: string;
  providerId: string | null;
  geopackage: string;
  linkId: number;
  schema: string;
  started: boolean;
  skipInit: boolean;
  forceInit: boolean;
  maxDeletePercent: number;
  files: 'all' | 'package';
  appliedSeq: number;
  appliedVersion: ProviderVersion | null;
}

export interface NewRun {
  projectId: number;
  serverId: number;
  kind: RunKind;
  version: ProviderVersion | null;
  /** Null for one of the poller. */
  requestedBy: string | null;
}

export interface RunTotals {
  inserted: number;
  updated: number;
  deleted: number;
  conflicts: number;
  held: number;
}

/** How a run ended without an application. */
export interface RunFailure {
  /**
   * `retry`: by itself at `retryInMs`; `pause`: someone has to do something, and it is tried again now and then; `once_more`: the first
   * time as `retry` without a wait, then as `pause`.
   */
  next: 'retry' | 'pause' | 'once_more' | 'sign_in';
  code: string;
  message: string;
  /** Not before so many milliseconds; else by the number of failures in a row. */
  retryInMs?: number;
}

/** Something that needs a person's approval; it holds for exactly this state and this pair of packages. */
export interface Plan {
  id: number;
  projectId: number;
  runId: number;
  seq: number;
  /** Of the package that the tables were made from; null before the first load. */
  baseSha256: string | null;
  packageSha256: string;
  snapshotId: number;
  /** Of the snapshot. */
  version: ProviderVersion;
  items: PlanItem[];
  choices: PlanChoices | null;
  status: PlanStatus;
}

/** A version whose package is at hand. */
export interface ObtainedVersion {
  version: ProviderVersion;
  snapshot: Pick<Snapshot, 'id' | 'packageSha256'>;
  /** Of the package. */
  path: string;
}

export type RunEnd = 'applied' | 'compared' | 'paused';

/** One attempt of the job of a run. */
export interface Attempt {
  run: Run;
  project: RunProject;
  job: JobContext<FieldSyncDatabase>;
}

/** Which tables a run is about. */
export type TargetRequest = Pick<RunProject, 'linkId' | 'schema' | 'uuid'>;

export interface RunDeps {
  db: Db;
  jobs: Pick<Jobs, 'dispatch'>;
  logger: Logger;
  worker: { id: string; pid: number };
  cpu: CpuMeter;
  providerOf(serverId: number): Promise<Provider>;
  placeOf(project: TargetRequest): Promise<TargetPlace>;
  packages: Pick<PackageService, 'fetchVersion' | 'findPackage' | 'retain'>;
  target: SyncedTables;
  /** Runs a function with a new folder on the disk of the packages. */
  inScratch: InScratch;
  /** Asks for what leaves the database after an application; keyed by project and seq. */
  onApplied(trx: Db, application: { projectId: number; runId: number; seq: number }): Promise<void>;
}
