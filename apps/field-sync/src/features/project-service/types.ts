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
  /** A run that would delete more of a table needs a person's approval. */
  maxDeletePercent: number;
  files: 'all' | 'package';
}

export interface ConfiguredProject extends ServiceParameters {
  id: number;
  name: string;
}
