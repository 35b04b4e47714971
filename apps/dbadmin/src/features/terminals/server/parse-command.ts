import { commandError } from '../errors.ts';
import { flag, parseFlags } from './parse-flags.ts';
import type { Flag } from './parse-flags.ts';

export type ServiceAction = 'status' | 'restart' | 'reload';
export type ClientProgram = 'vacuumdb' | 'reindexdb' | 'pg_dump';

/** A command of the server terminal. */
export type Command =
  | { kind: 'nothing' | 'help' | 'clear' | 'exit' | 'disks' | 'memory' | 'processes' }
  | { kind: 'service'; action: ServiceAction }
  | { kind: 'journal'; lines: number }
  | { kind: 'client'; program: ClientProgram; args: string[] }
  | { kind: 'contents'; artifact: string };

const DEFAULT_LINES = 50;
const MAX_LINES = 5000;

/** The characters of words. All others have a meaning in shells. */
const PLAIN = /^[\p{L}\p{N}_@%+=:,./-]+$/u;
/** Names of the PostgreSQL service, a cluster and its unit in systemd and Debian. */
const SERVICE = /^postgres(?:ql)?(?:@[\w-]+|-\d+)?(?:\.service)?$/;

const FLAGS: Record<ClientProgram, readonly Flag[]> = {
  vacuumdb: [
    flag('analyze', 'z'),
    flag('analyze-only', 'Z'),
    flag('analyze-in-stages'),
    flag('full', 'f'),
    flag('freeze', 'F'),
    flag('skip-locked'),
    flag('verbose', 'v'),
    flag('quiet', 'q'),
    flag('jobs', 'j', { upTo: 8 }),
    flag('parallel', 'P', { upTo: 8 }),
    flag('table', 't', 'name'),
  ],
  reindexdb: [
    flag('concurrently'),
    flag('verbose', 'v'),
    flag('quiet', 'q'),
    flag('jobs', 'j', { upTo: 8 }),
    flag('table', 't', 'name'),
    flag('index', 'i', 'name'),
    flag('schema', 'S', 'name', false),
    flag('system', 's'),
  ],
  pg_dump: [
    flag('schema-only', 's'),
    flag('schema', 'n', 'name'),
    flag('table', 't', 'name'),
    flag('no-owner', 'O'),
    flag('no-privileges', 'x'),
    flag('no-comments'),
    flag('clean', 'c'),
    flag('create', 'C'),
    flag('if-exists'),
  ],
};

export const HELP = [
  'status, restart, reload             the database service',
  'journal [lines]                     its journal',
  'df -h, free -m, ps aux              disks, memory, processes of the database',
  'vacuumdb [-z] [-f] [-t table] …     clean up the database of this terminal',
  'reindexdb [-t table] [-i index] …   rebuild its indexes',
  'pg_dump [-n schema] [-t table] …    show its schema',
  'pg_restore -l backup                list the contents of a backup',
  'clear, exit',
  'The longer forms (systemctl status postgresql, journalctl -u postgresql -n 100) work too. There is no shell.',
];

/** Parses a line. @throws {AppError} bad_request for everything that is not an allowed command */
export function parseCommand(line: string): Command {
  const words = line.split(/\s+/).filter(Boolean);
  for (const word of words) {
    if (PLAIN.test(word)) continue;
    const character = [...word].find((letter) => !PLAIN.test(letter));
    throw commandError(`"${character}" is not supported: this is not a shell. "help" lists the commands.`);
  }
  const [name, ...rest] = words;
  if (name === undefined) return { kind: 'nothing' };
  const read = COMMANDS.get(name);
  if (!read) throw commandError(`There is no command "${name}". "help" lists the commands.`);
  return read(rest);
}

const COMMANDS = new Map<string, (words: string[]) => Command>([
  ['help', alone('help')],
  ['clear', alone('clear')],
  ['exit', alone('exit')],
  ['quit', alone('exit')],
  ['status', service('status')],
  ['restart', service('restart')],
  ['reload', service('reload')],
  ['systemctl', (words) => serviceWords(words[0], words.slice(1), 'systemctl status postgresql')],
  [
    'service',
    ([unit, action, ...more]) => serviceWords(action, [unit ?? '', ...more], 'service postgresql status'),
  ],
  ['journal', (words) => ({ kind: 'journal', lines: onlyLines(words, 'journal [lines]') })],
  ['journalctl', readJournalctl],
  ['df', only('disks', ['-h'])],
  ['free', only('memory', ['-m'])],
  ['ps', only('processes', ['aux', '-aux'])],
  ['vacuumdb', client('vacuumdb')],
  ['reindexdb', client('reindexdb')],
  ['pg_dump', client('pg_dump')],
  ['pg_restore', readContents],
]);

function alone(kind: 'help' | 'clear' | 'exit') {
  return (words: string[]): Command => {
    if (words.length > 0) throw commandError(`"${kind}" takes no arguments.`);
    return { kind };
  };
}

function only(kind: 'disks' | 'memory' | 'processes', allowed: string[]) {
  return (words: string[]): Command => {
    if (words.length === 0 || (words.length === 1 && allowed.includes(words[0]!))) return { kind };
    throw commandError(`Only the argument ${allowed[0]} is allowed.`);
  };
}

function service(action: ServiceAction) {
  return (words: string[]): Command => {
    if (words.some((word) => !SERVICE.test(word)) || words.length > 1) {
      throw commandError(`"${action}" is for the database service only. Enter no other arguments.`);
    }
    return { kind: 'service', action };
  };
}

function serviceWords(action: string | undefined, units: string[], example: string): Command {
  const isKnown = action === 'status' || action === 'restart' || action === 'reload';
  if (!isKnown || units.length !== 1 || !SERVICE.test(units[0]!)) {
    throw commandError(`Only status, restart and reload of the database service are allowed: ${example}.`);
  }
  return { kind: 'service', action };
}

function onlyLines(words: string[], example: string): number {
  if (words.length === 0) return DEFAULT_LINES;
  if (words.length > 1 || !/^\d{1,9}$/.test(words[0]!)) throw commandError(`Usage: ${example}.`);
  return Math.min(Math.max(Number(words[0]), 1), MAX_LINES);
}

function readJournalctl(words: string[]): Command {
  const example = 'journalctl -u postgresql -n 100';
  let lines = DEFAULT_LINES;
  let unit: string | undefined;
  const rest = words.flatMap((word) => /^(-[un])(.+)$/.exec(word)?.slice(1) ?? word.split('='));
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '-u' || word === '--unit') unit = rest.shift() ?? '';
    else if (word === '-n' || word === '--lines') lines = onlyLines([rest.shift() ?? ''], example);
    else if (word !== '--no-pager') throw commandError(`Usage: ${example}.`);
  }
  if (unit === undefined || !SERVICE.test(unit)) {
    throw commandError(`Only the journal of the database service can be shown: ${example}.`);
  }
  return { kind: 'journal', lines };
}

function client(program: ClientProgram) {
  return (words: string[]): Command => ({
    kind: 'client',
    program,
    args: parseFlags(program, words, FLAGS[program]),
  });
}

function readContents(words: string[]): Command {
  const files = words.filter((word) => word !== '-l' && word !== '--list');
  const isListOnly = files.length === words.length - 1;
  if (!isListOnly || files.length !== 1 || files[0]!.startsWith('-')) {
    throw commandError(
      'Backups can only be listed here: pg_restore -l backup. To restore one, use its page.',
    );
  }
  return { kind: 'contents', artifact: files[0]! };
}
