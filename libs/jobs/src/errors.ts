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
