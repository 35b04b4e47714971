/** Bears the uuid of the project as the name of an empty file. rsync neither copies nor deletes it. */
export const MARK_FOLDER = '.cairn-sync';
const PARTIAL_FOLDER = '.cairn-partial';
/** In the working directory of rsync. */
const EXCLUDES_FILE = 'excludes';

interface CopyArgs {
  /** Remote shell; null where both folders are on this machine. */
  shell: string | null;
  /** `user`, `user:group` or blank. */
  owner: string;
}

/** Arguments that make a folder equal to a tree, but delete at most so many files and folders: exit code 25 where there are more. */
export function copyArgs(args: CopyArgs & { maxDelete: number }, from: string, to: string): string[] {
  return [
    ...commonArgs(args),
    ...['--mkpath', `--partial-dir=${PARTIAL_FOLDER}`, '--delay-updates'],
    ...['--delete-delay', `--max-delete=${args.maxDelete}`, ...exclusions()],
    ...['--stats', '--no-human-readable', '--out-format=%i %n', '--', `${from}/`, to],
  ];
}

/**
 * Arguments that only list what `copyArgs` would do: nothing, and exit code 0, for an equal folder. They take half the time, because rsync
 * looks for a part of each file in the folder of parts, and with `--delay-updates` does not compare while it reads the tree.
 */
export function compareArgs(args: CopyArgs, from: string, to: string): string[] {
  return [
    ...[...commonArgs(args), '--dry-run', '--delete', '--max-delete=0', ...exclusions()],
    ...['--out-format=%i %n', '--', `${from}/`, to],
  ];
}

function exclusions(): string[] {
  return [`--exclude=/${MARK_FOLDER}`, `--exclude=${PARTIAL_FOLDER}`, `--exclude-from=${EXCLUDES_FILE}`];
}

/** Arguments that write the mark into a folder, or say only whether its owner would have to change. */
export function markArgs(args: CopyArgs & { dryRun?: boolean }, from: string, to: string): string[] {
  const { dryRun } = args;
  return [
    ...commonArgs(args),
    // As an ordinary user the other side would leave out what it cannot change; in a trial it may say so.
    ...(dryRun ? ['--dry-run', '-M--super'] : ['--mkpath']),
    ...['--out-format=%i %n', '--', `${from}/`, to],
  ];
}

/** Arguments that list the marks of a folder: exit code 23 without one. */
export function listMarkArgs(shell: string, folder: string): string[] {
  return ['--list-only', '-s', '-8', '--timeout=60', `--rsh=${shell}`, '--', `${folder}${MARK_FOLDER}/`];
}

function commonArgs({ shell, owner }: CopyArgs): string[] {
  const ownership =
    owner === ''
      ? ['--no-owner', '--no-group']
      : [`--chown=${owner}`, ...(owner.includes(':') ? [] : ['--no-group'])];
  return [
    // Fractions of a second count: they tell apart files of one size and second (see snapshot-tree.ts).
    ...['-a', ...ownership, '-s', '-8', '-O', '--modify-window=-1', '--chmod=D755,F644', '--timeout=60'],
    ...(shell === null ? [] : [`--rsh=${shell}`]),
  ];
}
