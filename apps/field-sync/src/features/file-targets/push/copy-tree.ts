import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Destination } from './destination.ts';
import { otherProjectsFolder, tooManyDeletions } from './errors.ts';
import { MAX_DELETE_REACHED, explainExit, isCopied } from './judge-exit.ts';
import { MARK_FOLDER, copyArgs, markArgs } from './rsync-args.ts';
import { createReport } from './rsync-output.ts';
import type { PushLog, RsyncReport } from './rsync-output.ts';
import { runRsync } from './run-rsync.ts';
import type { FormerPushes, PushAttempt } from './types.ts';

/** So many files and folders may always be deleted. */
const MIN_DELETIONS = 10;

export interface CopyRequest {
  attempt: Pick<PushAttempt, 'project' | 'target'>;
  destination: Destination;
  /** The tree, how many files it has, and the folder of the push. */
  tree: string;
  totalFiles: number;
  folder: string;
  former: FormerPushes;
  log: PushLog;
  /** Counts what is done. */
  report: RsyncReport;
  signal: AbortSignal;
  onExit(exitCode: number): void;
}

/**
 * Makes the folder of a target equal to a tree. Deletes only in a folder that bears the mark of the project, and at most
 * `max_delete_percent` of the files that were copied there last; when an earlier push would have exceeded that, it asks first how many
 * would be deleted, and deletes none if they are too many. The mark is written last, and only where nothing would be deleted by it: what
 * others have put into the folder stays.
 *
 * @throws {AppError} as `explainExit` says, for a folder of another project, for too many deletions
 */
export async function copyTree(request: CopyRequest): Promise<void> {
  const { attempt, destination, log, report, former } = request;
  const { uuid } = attempt.project;
  const marks = await destination.listMarks();
  const isMarked = marks.includes(uuid);
  if (!isMarked && marks.length > 0) throw otherProjectsFolder();
  const allowed = allowedDeletions(request);
  const waiting = isMarked && former.lastExitCode === MAX_DELETE_REACHED ? await countDeletions(request) : 0;
  const mayDelete = isMarked && waiting <= allowed;
  const exitCode = await copy(request, mayDelete ? allowed : null);
  request.onExit(isCopied(exitCode) && waiting > allowed ? MAX_DELETE_REACHED : exitCode);
  const { deleted } = report.counts;
  if (exitCode === MAX_DELETE_REACHED) throw tooManyDeletions({ allowed, deleted, beyond: report.skipped });
  if (waiting > allowed) throw tooManyDeletions({ allowed, deleted, beyond: waiting });
  if (!isCopied(exitCode)) throw explainExit(exitCode, log.text());
  const markTree = join(request.folder, 'mark');
  if (!isMarked) await writeMark(request, markTree);
  else if (attempt.target.usrGrp !== '') await makeMarkTree(markTree, uuid);
  if (attempt.target.usrGrp !== '') await reportOwner(request, markTree);
}

/** The percentage of rows that a run may delete, of the files that were there after the last push. */
function allowedDeletions({ attempt, former, totalFiles }: CopyRequest): number {
  const before = former.copiedFiles ?? totalFiles;
  return Math.max(MIN_DELETIONS, Math.floor((before * attempt.project.maxDeletePercent) / 100));
}

function copy(request: CopyRequest, maxDelete: number | null): Promise<number> {
  const { destination, tree, log, report, signal } = request;
  const { shell, owner, access, operand } = destination;
  return runRsync({
    ...{ ...access, reads: [...access.reads, tree], signal },
    args: copyArgs({ shell, owner, maxDelete }, tree, operand),
    onLine: report.hear,
    onErrorLine(line) {
      report.hear(line);
      log.add(line);
    },
  });
}

/** How many files and folders of the target are not in the tree, nor excluded. */
async function countDeletions({ destination, tree, log, signal }: CopyRequest): Promise<number> {
  const { shell, owner, access, operand } = destination;
  const report = createReport();
  const exitCode = await runRsync({
    ...{ ...access, reads: [...access.reads, tree], signal },
    args: copyArgs({ shell, owner, maxDelete: 0, dryRun: true }, tree, operand),
    ...{ onLine: report.hear, onErrorLine: log.add },
  });
  if (!isCopied(exitCode)) throw explainExit(exitCode, log.text());
  return report.counts.deleted;
}

async function writeMark(request: CopyRequest, markTree: string): Promise<void> {
  const { attempt, destination, log, signal } = request;
  const others = await countDeletions(request);
  if (others > 0) {
    log.add(
      `The folder has ${others} files or folders that are not of this project. They stay, and nothing is deleted there. Empty the folder to have it kept equal to the project.`,
    );
    return;
  }
  await makeMarkTree(markTree, attempt.project.uuid);
  const { shell, owner, access, operand } = destination;
  const exitCode = await runRsync({
    ...{ ...access, reads: [...access.reads, markTree], signal },
    args: markArgs({ shell, owner }, markTree, operand),
    ...{ onLine: () => undefined, onErrorLine: log.add },
  });
  if (!isCopied(exitCode)) throw explainExit(exitCode, log.text());
}

async function makeMarkTree(path: string, uuid: string): Promise<void> {
  for (const folder of [path, join(path, MARK_FOLDER)]) {
    await mkdir(folder);
    await chmod(folder, 0o755);
  }
  await writeFile(join(path, MARK_FOLDER, uuid), '', { mode: 0o644 });
}

async function reportOwner({ attempt, destination, log }: CopyRequest, markTree: string): Promise<void> {
  const { owner, group } = await destination.compareOwner(markTree);
  if (!owner && !group) return;
  const what = [owner ? 'owner' : '', group ? 'group' : ''].filter(Boolean).join(' and ');
  log.add(
    `The ${what} of the files could not be set to ${attempt.target.usrGrp}: the login may not do that. The files are copied.`,
  );
}
