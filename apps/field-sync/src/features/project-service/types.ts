/** How the service of a project works. */
export interface ServiceParameters {
  /** User ids and mail addresses of people who may control the service and hear of failures. */
  syncAdmins: string[];
  /** Missing tables are a failure instead of a first load. */
  skipInit: boolean;
  /** The next run reads the whole package and makes the tables equal to it; it clears itself after that. */
  forceInit: boolean;
  /** One cycle, then the service stops. */
  singleRun: boolean;
  /** Seconds between two polls. */
  sleepTime: number;
  /** Days after which snapshots go, beyond the newest `retentionCount`. */
  retention: number;
  retentionCount: number;
  /** Days after which the history of rows goes; 0: never. */
  historyDays: number;
  /** A run that would delete more of a table needs a person's approval. */
  maxDeletePercent: number;
  files: 'all' | 'package';
}

export interface ConfiguredProject extends ServiceParameters {
  id: number;
  name: string;
}

/** The words of a service manager, because operators know them. */
export type ServiceState = 'active' | 'activating' | 'deactivating' | 'inactive' | 'failed';
export type ServiceSubState =
  'waiting' | 'polling' | 'fetching' | 'comparing' | 'applying' | 'pushing' | 'paused' | 'dead';

export interface ServiceStatus {
  status: ServiceState;
  sub: ServiceSubState;
  enabled: boolean;
  /** Of the worker that runs the project or polls its server; 0 for none. */
  pid: number;
  /** Seconds of processor time that its runs took since `startedAt`, tool processes included; a run counts when it ends. */
  cpu: number;
  /** Null while it is not started. */
  startedAt: Date | null;
  /** When the last run ended, and how. */
  lastRunAt: Date | null;
  lastResult: string | null;
  /** What the tables hold, and what the provider had at the last poll. */
  version: string | null;
  providerVersion: string | null;
  /** Since when the provider has something else than the tables; null while they are equal. */
  behindSince: Date | null;
  /** The next poll; null while none is planned. */
  nextAt: Date | null;
  /** When the version that paused it is tried again; null where it is not, or not paused. */
  retryAt: Date | null;
  /** Why it is paused, or why the last cycle or poll failed; null when all is well. */
  problem: string | null;
}

/** What a status is made of. */
export interface ServiceFacts {
  started: boolean;
  enabled: boolean;
  startedAt: Date | null;
  cpu: number;
  pausedReason: string | null;
  problem: string | null;
  version: string | null;
  providerVersion: string | null;
  behindSince: Date | null;
  nextAt: Date | null;
  retryAt: Date | null;
  /** Whether a poll of it is under way or begins within a second. */
  isDue: boolean;
  signInProblem: string | null;
  serverProblem: string | null;
  /** Of a living worker that holds the lease of the server. */
  pollerPid: number | null;
  /** The open run, and the process of its worker if that is alive. */
  runStatus: 'queued' | 'running' | null;
  runStage: ServiceSubState | null;
  runPid: number | null;
  /** Whether files of the last run are being copied to a file target. */
  isPushing: boolean;
  lastRunAt: Date | null;
  lastResult: string | null;
}

export interface WorkerIdentity {
  /** Of this process alone, also among those with the same pid elsewhere or later. */
  id: string;
  pid: number;
}
