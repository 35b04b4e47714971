export type ProgramFailure = 'failed' | 'killed' | 'timeout' | 'output' | 'aborted' | 'missing';

/**
 * An outside program did not do what it was asked. What it wrote may hold bytes of the file that it read, so `stderr`
 * is for tests and debugging by hand: never for an answer, a job row or a log line.
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
