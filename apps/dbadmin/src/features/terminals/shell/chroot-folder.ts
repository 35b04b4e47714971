import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where ncurses looks for terminal descriptions, and those that a browser's terminal may use. */
const TERMINFO = ['/etc/terminfo', '/lib/terminfo', '/usr/share/terminfo', '/usr/lib/terminfo'];
const TERMINALS = ['xterm-256color', 'xterm', 'vt100', 'dumb'];
/** Without a UTF-8 locale, psql could only edit ASCII. */
const LOCALES = ['/usr/lib/locale/C.utf8', '/usr/lib/locale/C.UTF-8'];

/**
 * The library that stdbuf (GNU coreutils) preloads. psql writes each line to a terminal separately, which costs more than producing
 * the line; it still flushes before prompts and warnings.
 */
const STDBUF_LIBRARY = '/usr/libexec/coreutils/libstdbuf.so';
const STDOUT_BUFFER_BYTES = 16 * 1024;

/** The folder of the programs, below the root. */
export const PROGRAMS = '/bin';
/** Where the folder with the socket is mounted. */
export const RUN = '/run';

/**
 * Fills a root folder with programs and what they need: libraries, terminal descriptions and a locale. It contains nothing else and
 * nothing secret, and only root may write there.
 */
export async function fillChroot(root: string, programs: string[], ldd: string): Promise<void> {
  await mkdir(join(root, PROGRAMS), { recursive: true });
  await mkdir(join(root, RUN));
  for (const program of programs) await copyFile(program, join(root, PROGRAMS, basename(program)));
  const libraries = new Set((await Promise.all(programs.map((program) => librariesOf(program, ldd)))).flat());
  if (existsSync(STDBUF_LIBRARY)) libraries.add(STDBUF_LIBRARY);
  for (const library of libraries) await copyInto(root, library);
  for (const folder of TERMINFO) {
    for (const name of TERMINALS) {
      const entry = join(folder, name[0]!, name);
      if (existsSync(entry)) await copyInto(root, entry);
    }
  }
  for (const locale of LOCALES) {
    if (existsSync(locale)) await cp(locale, join(root, locale), { recursive: true, dereference: true });
  }
  await mkdir(join(root, 'etc'));
  await writeFile(join(root, 'etc/nsswitch.conf'), 'passwd: files\nhosts: files\n');
}

/** The environment that makes a program buffer its output, if the machine has the library for it. */
export function stdoutBuffering(): Record<string, string> {
  return existsSync(STDBUF_LIBRARY)
    ? { LD_PRELOAD: STDBUF_LIBRARY, _STDBUF_O: String(STDOUT_BUFFER_BYTES) }
    : {};
}

/** The shared libraries of a system program, and the loader. */
async function librariesOf(program: string, ldd: string): Promise<string[]> {
  const { stdout } = await run(ldd, [program], { env: { LC_ALL: 'C' } });
  return [...stdout.matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(([, path]) => path!);
}

async function copyInto(root: string, path: string): Promise<void> {
  const target = join(root, path);
  await mkdir(dirname(target), { recursive: true });
  await copyFile(path, target);
}
