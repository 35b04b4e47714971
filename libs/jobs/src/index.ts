export { createJobs } from './jobs.ts';
export type { Jobs, JobsConfig, WorkOptions } from './jobs.ts';
export { isRequestedBy, jobRoutes, requireJob, summarizeStatus, toJobBody } from './routes.ts';
export type { JobBody, JobSummary } from './routes.ts';
export { describeFailure } from './failure.ts';
export { serveJobs } from './serve-jobs.ts';
export { createJobsTables, dropJobsTables } from './table.ts';
export { JobCancelledError, JobLostError, JobPostponedError, WorkerStoppingError } from './errors.ts';
export type {
  Job,
  JobContext,
  JobError,
  JobFilter,
  JobStatus,
  JobTimes,
  NewJob,
  Processor,
} from './types.ts';
export type { Worker } from './worker.ts';
