/** A place in a statement where values go. */
export type StatementPart =
  | { kind: 'text'; text: string }
  /** `$P{name}`, or `:name` in statements of lookups. */
  | { kind: 'value'; name: string; start: number; end: number }
  /** `$P!{name}`; `quote` is the quote around it, if any. */
  | { kind: 'raw'; name: string; quote: string; start: number; end: number }
  /** `$X{IN, column, name}` and the like; `whenEmpty` is the fourth word of IN and NOTIN: the result for a list without values. */
  | {
      kind: 'clause';
      operator: string;
      column: string;
      names: string[];
      whenEmpty?: boolean;
      start: number;
      end: number;
    };

export interface StatementProblem {
  message: string;
  start: number;
  end: number;
}

export interface ParsedStatement {
  parts: StatementPart[];
  problems: StatementProblem[];
}

const TOKEN =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<reference>\$(?<letter>P!?|X|F|V)\{(?<inside>[^{}]*)\})|(?<dollar>\$(?:[A-Za-z_]\w*)?\$)|(?<position>\$\d+)|(?<quote>[eE]?'|"|[uU]&["'])|(?<cast>::)|(?<named>(?<![\w\])]):(?<name>[A-Za-z_]\w*))|(?<end>;)|(?<word>\w+)|(?<other>[\s\S])/y;

/**
 * Takes a statement apart. Parameters in comments are left alone; more than one statement is a problem, a semicolon at the end is
 * not. Nothing is checked against the parameters of a template.
 * @param named whether `:name` is a parameter, as in statements of lookups.
 */
export function parseStatement(sql: string, named = false): ParsedStatement {
  const parts: StatementPart[] = [];
  const problems: StatementProblem[] = [];
  let text = '';
  let ended = -1;
  const push = (part: StatementPart): void => {
    if (text !== '') parts.push({ kind: 'text', text });
    text = '';
    parts.push(part);
  };
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < sql.length) {
    const start = TOKEN.lastIndex;
    const groups = TOKEN.exec(sql)?.groups ?? {};
    const end = TOKEN.lastIndex;
    const word = sql.slice(start, end);
    if (groups['comment'] !== undefined) {
      // A comment may join two words.
      text += ' ';
      continue;
    }
    if (ended >= 0 && word.trim() !== '' && word !== ';') {
      problems.push({ message: 'Only one statement is allowed.', start: ended, end: sql.length });
      break;
    }
    if (groups['end'] !== undefined) {
      ended = ended < 0 ? start : ended;
    } else if (groups['reference'] !== undefined) {
      const part = toPart({ letter: groups['letter'] ?? '', inside: groups['inside'] ?? '', start, end });
      if ('message' in part) problems.push(part);
      else push(part);
    } else if (groups['position'] !== undefined) {
      problems.push({ message: `Use $P{name} instead of ${word}.`, start, end });
    } else if (named && groups['name'] !== undefined) {
      push({ kind: 'value', name: groups['name'], start, end });
    } else if (groups['dollar'] !== undefined || groups['quote'] !== undefined) {
      const close = groups['dollar'] === undefined ? quoteEnd(sql, word, end) : dollarEnd(sql, word, end);
      if (close < 0) problems.push({ message: 'The quote is not closed.', start, end: sql.length });
      const stop = close < 0 ? sql.length : close;
      text += word;
      readQuoted(
        { sql, start: end, end: stop, quote: word },
        { push, problems, add: (more) => (text += more) },
      );
      TOKEN.lastIndex = stop;
    } else {
      text += word;
    }
  }
  if (text !== '') parts.push({ kind: 'text', text });
  return { parts, problems };
}

/** The offset after the closing quote; a doubled quote does not close, in texts that begin with E a backslash neither. */
function quoteEnd(sql: string, open: string, from: number): number {
  const quote = open.at(-1);
  const escapes = /^e/i.test(open);
  for (let i = from; i < sql.length; i += 1) {
    if (escapes && sql[i] === '\\') i += 1;
    else if (sql[i] === quote && sql[i + 1] === quote) i += 1;
    else if (sql[i] === quote) return i + 1;
  }
  return -1;
}

function dollarEnd(sql: string, tag: string, from: number): number {
  const at = sql.indexOf(tag, from);
  return at < 0 ? -1 : at + tag.length;
}

interface Quoted {
  sql: string;
  start: number;
  end: number;
  quote: string;
}

interface Sink {
  push(part: StatementPart): void;
  add(text: string): void;
  problems: StatementProblem[];
}

/** Within quotes only `$P!{name}` has a meaning. */
function readQuoted({ sql, start, end, quote }: Quoted, { push, add, problems }: Sink): void {
  let from = start;
  for (const match of sql.slice(start, end).matchAll(/\$([PX]!?)\{([^{}]*)\}/g)) {
    const at = { start: start + match.index, end: start + match.index + match[0].length };
    if (match[1] === 'P!' && (quote === "'" || quote === '"')) {
      add(sql.slice(from, at.start));
      push({ kind: 'raw', name: (match[2] ?? '').trim(), quote, ...at });
      from = at.end;
    } else {
      problems.push({
        message: `${match[0]} is within quotes. Leave the quotes out: the value is bound.`,
        ...at,
      });
    }
  }
  add(sql.slice(from, end));
}

function toPart(place: {
  letter: string;
  inside: string;
  start: number;
  end: number;
}): StatementPart | StatementProblem {
  const { letter, inside, start, end } = place;
  if (letter === 'P') return { kind: 'value', name: inside.trim(), start, end };
  if (letter === 'P!') return { kind: 'raw', name: inside.trim(), quote: '', start, end };
  if (letter !== 'X') return { message: 'A statement can refer to parameters only.', start, end };
  const [operator = '', column = '', ...names] = splitClause(inside);
  if (!isOperator(operator)) return { message: `There is no operator ${operator} for $X.`, start, end };
  const whenEmpty =
    operator.endsWith('IN') && /^(?:true|false)$/i.test(names[1] ?? '') ? names.pop() : undefined;
  const expected = operator.includes('BETWEEN') ? 2 : 1;
  if (column === '' || names.length !== expected) {
    const parameters = expected === 1 ? 'one parameter' : 'two parameters';
    return { message: `$X{${operator}} takes a column and ${parameters}.`, start, end };
  }
  const result = whenEmpty === undefined ? {} : { whenEmpty: whenEmpty.toLowerCase() === 'true' };
  return { kind: 'clause', operator, column, names, ...result, start, end };
}

/** Commas in brackets belong to the column's expression. */
function splitClause(inside: string): string[] {
  const pieces: string[] = [''];
  let depth = 0;
  for (const char of inside) {
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (/[,;|]/.test(char) && depth === 0) pieces.push('');
    else pieces[pieces.length - 1] += char;
  }
  return pieces.map((piece) => piece.trim());
}

function isOperator(operator: string): boolean {
  return /^(?:IN|NOTIN|EQUAL|NOTEQUAL|LESS\]?|\[?GREATER|\[?BETWEEN\]?)$/.test(operator);
}
