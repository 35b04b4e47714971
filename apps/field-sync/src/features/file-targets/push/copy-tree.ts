import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Destination } from './destination.ts';
import { otherProjectsFolder, tooManyDeletions } from './errors.ts';
import { MAX_DELETE_REACHED, explainExit, isCopied } from './judge-exit.ts';
import { MARK_FOLDER, compareArgs, copyArgs, markArgs } from './rsync-args.ts';
import type { PushLog, RsyncReport } from './rsync-output.ts';
import { runRsync } from './run-rsync.ts';
import type { FormerCopy, PushAttempt } from './types.ts';

/** So many files and folders may always be deleted. */
const MIN_DELETIONS = 10;

export interface CopyRequest {
  attempt: Pick<PushAttempt, 'push' | 'project' | 'target'>;
  destination: Destination;
  /** The tree, how many files it has, and the folder of the push. */
  tree: string;
  totalFiles: number;
  folder: string;
  /** The last tree that was copied from the project to the target; null before the first. */
  former: FormerCopy | null;
  log: PushLog;
  /** Counts what is done. */
  report: RsyncReport;
  signal: AbortSignal;
  onExit(exitCode: number): void;
}

/**
 * Makes the folder of a target equal to a tree. One that was copied there before is compared first, which is quicker where nothing differs.
 *
 * @throws {AppError} as `makeEqual` says
 */
export async function copyTree(request: CopyRequest): Promise<void> {
  const { attempt, destination, folder, former, onExit } = request;
  if (former?.seq === attempt.push.seq && (await isEqual(request))) onExit(0);
  else await makeEqual(request);
  if (attempt.target.usrGrp === '') return;
  reportOwner(request, await destination.compareOwner(await makeMarkTree(folder, attempt.project.uuid)));
}

async function isEqual({ destination, tree, signal }: CopyRequest): Promise<boolean> {
  const { shell, owner, access, operand } = destination;
  let lines = 0;
  const exitCode = await runRsync({
    ...{ ...access, reads: [...access.reads, tree], signal },
    args: compareArgs({ shell, owner }, tree, operand),
    onLine: () => void (lines += 1),
    // What fails here fails in the copy too, which explains it.
    onErrorLine: () => undefined,
  });
  return exitCode === 0 && lines === 0;
}

/**
 * At first nothing is deleted, but counted. Only in a folder with the mark of the project a second pass deletes, and only when that is
 * at most `max_delete_percent` of the files that were copied there last. The mark is written last, and only where nothing of others is: what
 * they have put into the folder stays.
 *
 * @throws {AppError} as `explainExit` says, for a folder of another project, for too many deletions
 */
async function makeEqual(request: CopyRequest): Promise<void> {
  const { log, report, former, onExit } = request;
  const isFirst = former === null;
  const before = isFirst ? await hasMark(request) : null;
  const exitCode = await copy(request, 0);
  const surplus = exitCode === MAX_DELETE_REACHED ? report.skipped : 0;
  onExit(exitCode);
  if (!isCopied(exitCode) && exitCode !== MAX_DELETE_REACHED) throw explainExit(exitCode, log.text());
  // Where nothing differs the mark does not matter.
  if (surplus === 0 && report.counts.files === 0 && !isFirst) return;
  const isMarked = before ?? (await hasMark(request));
  if (surplus > 0) await removeSurplus(request, { surplus, isMarked });
  else if (!isMarked) await writeMark(request);
}

/** Whether the folder has the mark of the project. @throws {AppError} unprocessable when it has only that of another one */
async function hasMark({ attempt, destination }: CopyRequest): Promise<boolean> {
  const marks = await destination.listMarks();
  const isMarked = marks.includes(attempt.project.uuid);
  if (!isMarked && marks.length > 0) throw otherProjectsFolder();
  return isMarked;
}

async function removeSurplus(
  request: CopyRequest,
  { surplus, isMarked }: { surplus: number; isMarked: boolean },
): Promise<void> {
  const { log, onExit } = request;
  if (!isMarked) {
    log.add(
      `The folder has ${surplus} files or folders that are not of this project. They stay, and nothing is deleted there. Empty the folder to have it kept equal to the project.`,
    );
    onExit(0);
    return;
  }
  const allowed = allowedDeletions(request);
  if (surplus > allowed) throw tooManyDeletions({ allowed, surplus });
  const exitCode = await copy(request, allowed);
  onExit(exitCode);
  if (exitCode === MAX_DELETE_REACHED) throw tooManyDeletions({ allowed, surplus: request.report.skipped });
  if (!isCopied(exitCode)) throw explainExit(exitCode, log.text());
}

/** The percentage of rows that a run may delete, of the files that were there after the last push. */
function allowedDeletions({ attempt, former, totalFiles }: CopyRequest): number {
  const before = former?.totalFiles ?? totalFiles;
  return Math.max(MIN_DELETIONS, Math.floor((before * attempt.project.maxDeletePercent) / 100));
}

/** Deletes at most so many files and folders; what it leaves is counted. */
function copy(request: CopyRequest, maxDelete: number): Promise<number> {
  const { destination, tree, log, report, signal } = request;
  const { shell, owner, access, operand } = destination;
  return runRsync({
    ...{ ...access, reads: [...access.reads, tree], signal },
    args: copyArgs({ shell, owner, maxDelete }, tree, operand),
    onLine: report.hear,
    onErrorLine(line) {
      report.hear(line);
      // It is expected that it deletes nothing at first.
      if (!line.includes('--max-delete limit')) log.add(line);
    },
  });
}

async function writeMark({ attempt, destination, folder, log, signal }: CopyRequest): Promise<void> {
  const markTree = await makeMarkTree(folder, attempt.project.uuid);
  const { shell, owner, access, operand } = destination;
  const exitCode = await runRsync({
    ...{ ...access, reads: [...access.reads, markTree], signal },
    args: markArgs({ shell, owner }, markTree, operand),
    ...{ onLine: () => undefined, onErrorLine: log.add },
  });
  if (!isCopied(exitCode)) throw explainExit(exitCode, log.text());
}

/** A tree with the mark alone. */
async function makeMarkTree(folder: string, uuid: string): Promise<string> {
  const path = join(folder, 'mark');
  for (const each of [path, join(path, MARK_FOLDER)]) {
    await mkdir(each, { recursive: true });
    await chmod(each, 0o755);
  }
  await writeFile(join(path, MARK_FOLDER, uuid), '', { mode: 0o644 });
  return path;
}

function reportOwner(
  { attempt, log }: CopyRequest,
  { owner, group }: { owner: boolean; group: boolean },
): void {
  if (!owner && !group) return;
  const what = [owner ? 'owner' : '', group ? 'group' : ''].filter(Boolean).join(' and ');
  log.add(
    `The ${what} of the files could not be set to ${attempt.target.usrGrp}: the login may not do that. The files are copied.`,
  );
}
