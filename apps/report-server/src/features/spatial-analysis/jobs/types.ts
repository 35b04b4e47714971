import type { Job } from '@cairn/jobs';
import type { AnalysisRequest } from '../service.ts';
import type { AnalysisCounts } from '../types.ts';

/** The payload of such a job. */
export interface AnalysisPayload {
  request: AnalysisRequest;
}

export interface StoredResult {
  object: string;
  bytes: number;
  /** Index of the first byte behind the FeatureCollection. */
  geojsonEnd: number;
  expiresAt: Date;
}

/** What is known of a run beside its job. */
export interface AnalysisRun {
  stage: 'inspecting' | 'computing' | 'writing' | null;
  /** Null until the layers have been inspected; `output` is 0 until the result is complete. */
  counts: AnalysisCounts | null;
  result: StoredResult | null;
}

export interface AnalysisJob {
  job: Job;
  run: AnalysisRun;
}
