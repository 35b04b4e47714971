import { ProgramError, createLineWriter, findProgram, runProgram } from '@cairn/programs';
import { programMissing } from './errors.ts';

export interface RsyncRequest {
  args: string[];
  /** Working directory, with what the arguments name relatively. */
  cwd: string;
  /** Further folders that it reads. */
  reads: string[];
  /** Folders that it writes to. */
  writes?: string[];
  /** As the account of this process, which may give files to others where it is root. */
  ownAccount?: boolean;
  /** What SSH needs, see `SandboxOptions`. */
  accountsFile?: string;
  onLine(line: string): void;
  onErrorLine(line: string): void;
  /** Ends rsync with its error when the connection that rsync waits for is not made. */
  connected?: Promise<unknown>;
  signal: AbortSignal;
}

/**
 * Runs rsync in the sandbox, which has no network: a connection, if there is one, is a socket in one of the folders. Returns its exit code.
 * An abort stops the whole group, so that the other side keeps the part of the file that it was getting.
 */
export async function runRsync({
  onLine,
  args,
  signal,
  connected,
  ...request
}: RsyncRequest): Promise<number> {
  const program = findProgram('rsync');
  if (!program) throw programMissing('rsync');
  const options = { timeLimitMs: null, limits: { cpuSeconds: null, fileBytes: null } };
  const unconnected = new AbortController();
  connected?.catch((error: unknown) => unconnected.abort(error));
  try {
    await runProgram({
      ...{ program, args, stdout: createLineWriter(onLine), ...options, ...request },
      signal: AbortSignal.any([signal, unconnected.signal]),
    });
    return 0;
  } catch (error) {
    signal.throwIfAborted();
    unconnected.signal.throwIfAborted();
    if (!(error instanceof ProgramError) || error.exitCode === null) throw error;
    return error.exitCode;
  }
}
