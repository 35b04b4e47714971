import type { ToolOptions } from '../gdal.ts';

/** A layer of a GeoPackage that others may have made. */
export interface DeriveSource {
  /** Absolute path. */
  path: string;
  layer: string;
}

export interface DerivedFile {
  /** Below the job's folder. */
  path: string;
  /** Features in the layer that was worked on. */
  featureCount: number;
  /** Sentences for the user. */
  warnings: string[];
}

export interface DeriveOptions {
  /** An empty folder of the caller's, removed by the caller. */
  cwd: string;
  signal?: AbortSignal;
  /** From 0 to 1, with what is being done. */
  progress?(share: number, stage: string): void;
}

/** Long enough for any number of features; whoever waits may cancel. */
const TIME_LIMIT_MS = 24 * 3600_000;

export function toolOptions({ cwd, signal }: DeriveOptions): ToolOptions & { cwd: string } {
  return {
    cwd,
    timeLimitMs: TIME_LIMIT_MS,
    limits: { cpuSeconds: TIME_LIMIT_MS / 1000 },
    ...(signal ? { signal } : {}),
  };
}
