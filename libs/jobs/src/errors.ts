/** Another worker owns the job now, or it is finished: this attempt may change nothing any more. */
export class JobLostError extends Error {
  override name = 'JobLostError';
  constructor(jobId: number) {
    super(`Job ${jobId} belongs to another worker now; this attempt changes nothing.`);
  }
}

/** The job was cancelled by a user. */
export class JobCancelledError extends Error {
  override name = 'JobCancelledError';
  constructor(jobId: number) {
    super(`Job ${jobId} was cancelled.`);
  }
}

/** The worker process is stopping; the job is given back and another worker runs it. */
export class WorkerStoppingError extends Error {
  override name = 'WorkerStoppingError';
  constructor() {
    super('The worker is stopping; the job is given back.');
  }
}
