import type { ProviderVersion } from '../providers/types.ts';

/** A project that is to be asked for now, and its server. */
export interface DueProject {
  id: number;
  serverId: number;
  /** As entered, and the provider's own id once it is known. */
  projectRef: string;
  providerId: string | null;
  appliedVersion: ProviderVersion | null;
  /** What the last poll saw. */
  providerVersion: ProviderVersion | null;
  behindSince: Date | null;
  pausedCode: string | null;
  /** No run has failed, or its time to be tried again has come. */
  mayRetry: boolean;
  forceInit: boolean;
  singleRun: boolean;
  /** The version of a plan that waits for someone's decision, or that was dismissed. */
  planVersion: ProviderVersion | null;
  /** Failures in a row of its server. */
  serverFailures: number;
  /** When this was read, by the clock of the database. */
  at: Date;
}

/** What a poll changes in the row of a project. */
export interface ProjectNews {
  id: number;
  /** Since the resolving of its name. */
  providerId: string | null;
  version: ProviderVersion | null;
  /** Null clears a pause that has no reason any more; undefined leaves pauses as they are. */
  pause?: { code: string; sentence: string } | null;
  /** The provider is back at the version that is applied, so there is nothing to decide. */
  withdrawsPlan: boolean;
  /** One cycle was asked for, and it found nothing. */
  stops: boolean;
}

/** How long a poller may be silent, and a server too; in milliseconds. */
export interface PollTimes {
  leaseMs: number;
  /** A poller whose process sends no heartbeat for this long loses its servers at once. */
  deadAfterMs: number;
  deadlineMs: number;
}
