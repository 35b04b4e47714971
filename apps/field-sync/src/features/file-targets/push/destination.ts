import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SecretBox } from '@cairn/service';
import { targetPassword } from '../password.ts';
import type { FileTarget, LocalTarget } from '../types.ts';
import { toRemoteOperand } from './check-operands.ts';
import { connectionFailed } from './errors.ts';
import { explainExit } from './judge-exit.ts';
import { differs, findOwner, listLocalMarks, openLocalFolder } from './local-folder.ts';
import { MARK_FOLDER, listMarkArgs, markArgs } from './rsync-args.ts';
import { createReport } from './rsync-output.ts';
import { runRsync } from './run-rsync.ts';
import type { RsyncRequest } from './run-rsync.ts';
import { openConnection } from './ssh-connection.ts';
import type { SealedRemoteTarget } from './types.ts';

/** How rsync gets to the folder of a target. */
export interface Destination {
  /** rsync's operand, which ends with a slash. */
  operand: string;
  shell: string | null;
  /** For `--chown`. */
  owner: string;
  /** What rsync may reach there, in the folder of the push. */
  access: Pick<RsyncRequest, 'cwd' | 'reads' | 'writes' | 'ownAccount' | 'accountsFile' | 'connected'>;
  /** The names in the mark of the folder; none where it has no mark or does not exist. */
  listMarks(): Promise<string[]>;
  /** Whether owner or group of the marked folder are not those that were asked for. */
  compareOwner(markTree: string): Promise<{ owner: boolean; group: boolean }>;
  close(): Promise<void>;
}

export interface DestinationDeps {
  secretBox: SecretBox;
  serverNetworks: string[];
  localTargetsRoot: string;
  saveHostKey(target: SealedRemoteTarget, hostKey: string): Promise<boolean>;
  saveOfferedKey(target: SealedRemoteTarget, hostKey: string | null): Promise<void>;
}

/** The working directory of rsync. */
function workFolder(folder: string): string {
  return join(folder, 'rsync');
}

/** @param folder a new one, for what the programs need @throws {AppError} as `openConnection` and `openLocalFolder` say */
export async function openDestination(
  deps: DestinationDeps,
  target: FileTarget & { sealedPassword: string | null },
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<Destination> {
  const cwd = workFolder(folder);
  await mkdir(cwd, { mode: 0o700 });
  await writeFile(join(cwd, 'excludes'), `${target.excludes}\n`, { mode: 0o600 });
  return target.syncType === 'local'
    ? openLocal(deps, target, cwd)
    : openRemote(deps, target, { cwd, folder, signal });
}

async function openLocal(
  { localTargetsRoot }: DestinationDeps,
  { localProjectId, usrGrp }: FileTarget & LocalTarget,
  cwd: string,
): Promise<Destination> {
  const path = await openLocalFolder(localTargetsRoot, localProjectId);
  const owner = usrGrp === '' ? null : await findOwner(usrGrp);
  const isRoot = process.getuid?.() === 0;
  return {
    ...{ operand: `${path}/`, shell: null },
    owner: owner && isRoot ? `${owner.uid}${owner.gid === null ? '' : `:${owner.gid}`}` : '',
    access: { cwd, reads: [], writes: [path], ownAccount: true },
    listMarks: () => listLocalMarks(path),
    compareOwner: async () =>
      owner ? differs(join(path, MARK_FOLDER), owner) : { owner: false, group: false },
    close: () => Promise.resolve(),
  };
}

async function openRemote(
  { secretBox, serverNetworks, saveHostKey, saveOfferedKey }: DestinationDeps,
  target: SealedRemoteTarget,
  { cwd, folder, signal }: { cwd: string; folder: string; signal: AbortSignal },
): Promise<Destination> {
  const password = targetPassword.require(secretBox, target);
  const connection = await openConnection({
    ...{ target, password, serverNetworks, signal, folder: join(folder, 'ssh') },
    onOtherKey: (line) => saveOfferedKey(target, line),
  });
  const { shell } = connection;
  const operand = toRemoteOperand(target.folder);
  const { folder: reads, accountsFile, signedIn } = connection;
  // rsync starts in the meantime.
  const access = { cwd, reads: [reads], accountsFile, connected: signedIn };
  // The key of the first connection is kept before anything is sent.
  if (target.hostKey === null && !(await saveHostKey(target, await signedIn))) {
    await connection.close();
    throw connectionFailed(target.host);
  }
  if (target.offeredHostKey !== null) {
    await signedIn;
    await saveOfferedKey(target, null);
  }

  async function listMarks(): Promise<string[]> {
    const names: string[] = [];
    const errors: string[] = [];
    const exitCode = await runRsync({
      ...{ ...access, args: listMarkArgs(shell, operand), signal },
      // Mode, size, date, time, name.
      onLine: (line) => void names.push(line.trim().split(/\s+/).slice(4).join(' ')),
      onErrorLine: (line) => void errors.push(line),
    });
    if (exitCode === 0) return names.filter((name) => name !== '.');
    if (exitCode === 23) return [];
    throw explainExit(exitCode, errors.join('\n'));
  }

  async function compareOwner(markTree: string): Promise<{ owner: boolean; group: boolean }> {
    const report = createReport();
    const args = markArgs({ shell, owner: target.usrGrp, dryRun: true }, markTree, operand);
    const reads = [...access.reads, markTree];
    await runRsync({
      ...{ ...access, reads, args, signal },
      ...{ onLine: report.hear, onErrorLine: () => undefined },
    });
    return { owner: report.otherOwner > 0, group: report.otherGroup > 0 };
  }

  return {
    ...{ operand, shell, owner: target.usrGrp, access },
    ...{ listMarks, compareOwner, close: connection.close },
  };
}
