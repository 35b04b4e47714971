/** Another worker owns the job, or it has finished: this attempt may no longer change anything. */
export class JobLostError extends Error {
  override name = 'JobLostError';
  constructor(jobId: number) {
    super(`Job ${jobId} belongs to another worker. This attempt changes nothing.`);
  }
}

/** The job was cancelled by a user. */
export class JobCancelledError extends Error {
  override name = 'JobCancelledError';
  constructor(jobId: number) {
    super(`Job ${jobId} was cancelled.`);
  }
}

/** The worker is stopping, and another worker runs the job. */
export class WorkerStoppingError extends Error {
  override name = 'WorkerStoppingError';
  constructor() {
    super('The worker is stopping. The job returns to the queue.');
  }
}

/**
 * Thrown by a processor that cannot do its work yet, such as while another service is away: the job goes back to the queue and runs
 * again after `delayMs`. The attempt does not count, so the processor decides when to give up.
 */
export class JobPostponedError extends Error {
  override name = 'JobPostponedError';
  readonly delayMs: number;
  constructor(delayMs: number) {
    super(`The job runs again in ${Math.ceil(delayMs / 1000)} s.`);
    this.delayMs = Math.max(0, delayMs);
  }
}
