export type ProgramFailure = 'failed' | 'killed' | 'timeout' | 'output' | 'aborted' | 'missing';

/**
 * An external program failed. Its output may contain bytes of the file that it read, so use `stderr` only in tests and for
 * debugging, never in a response, a job row or a log line.
 */
export class ProgramError extends Error {
  readonly reason: ProgramFailure;
  readonly exitCode: number | null;
  readonly stderr: string;
  constructor(options: {
    program: string;
    reason: ProgramFailure;
    exitCode?: number | null;
    stderr?: string;
  }) {
    super(
      `${options.program}: ${options.reason}${options.exitCode ? ` (exit code ${options.exitCode})` : ''}`,
    );
    this.name = 'ProgramError';
    this.reason = options.reason;
    this.exitCode = options.exitCode ?? null;
    Object.defineProperty(this, 'stderr', { value: options.stderr ?? '', enumerable: false });
    this.stderr = options.stderr ?? '';
  }
}
