import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where ncurses looks for descriptions of terminals, and the ones that a browser's terminal may be. */
const TERMINFO = ['/etc/terminfo', '/lib/terminfo', '/usr/share/terminfo', '/usr/lib/terminfo'];
const TERMINALS = ['xterm-256color', 'xterm', 'vt100', 'dumb'];
/** Without it letters beyond ASCII could not be edited in psql's line. */
const LOCALES = ['/usr/lib/locale/C.utf8', '/usr/lib/locale/C.UTF-8'];

/**
 * What stdbuf (GNU coreutils) loads into a program. psql writes each line by itself to a terminal, which costs more than making
 * the line; it flushes by itself before it asks or warns.
 */
const GATHERER = '/usr/libexec/coreutils/libstdbuf.so';
const GATHERED_BYTES = 16 * 1024;

/** Where a shell's programs lie below its root. */
export const PROGRAMS = '/bin';
/** Where the folder with its socket is put. */
export const RUN = '/run';

/**
 * Fills a folder with programs and what they need: their libraries, terminals and a locale. Nothing else of the machine is in it,
 * nothing in it is secret, and nobody but root may write there.
 */
export async function fillRoot(root: string, programs: string[], ldd: string): Promise<void> {
  await mkdir(join(root, PROGRAMS), { recursive: true });
  await mkdir(join(root, RUN));
  for (const program of programs) await copyFile(program, join(root, PROGRAMS, basename(program)));
  const libraries = new Set((await Promise.all(programs.map((program) => librariesOf(program, ldd)))).flat());
  if (existsSync(GATHERER)) libraries.add(GATHERER);
  for (const library of libraries) await put(root, library);
  for (const folder of TERMINFO) {
    for (const name of TERMINALS) {
      const entry = join(folder, name[0]!, name);
      if (existsSync(entry)) await put(root, entry);
    }
  }
  for (const locale of LOCALES) {
    if (existsSync(locale)) await cp(locale, join(root, locale), { recursive: true, dereference: true });
  }
  await mkdir(join(root, 'etc'));
  await writeFile(join(root, 'etc/nsswitch.conf'), 'passwd: files\nhosts: files\n');
}

/** Makes a program inside gather its output into few writes, where the machine has what that takes. */
export function gathering(): Record<string, string> {
  return existsSync(GATHERER) ? { LD_PRELOAD: GATHERER, _STDBUF_O: String(GATHERED_BYTES) } : {};
}

/** The shared libraries that the loader finds for a program of the system, and the loader itself. */
async function librariesOf(program: string, ldd: string): Promise<string[]> {
  const { stdout } = await run(ldd, [program], { env: { LC_ALL: 'C' } });
  return [...stdout.matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(([, path]) => path!);
}

async function put(root: string, path: string): Promise<void> {
  const target = join(root, path);
  await mkdir(dirname(target), { recursive: true });
  await copyFile(path, target);
}
