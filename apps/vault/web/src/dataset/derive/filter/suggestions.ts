import type { Field } from '../../../client.ts';
import { nameText, valueText } from './condition-text.ts';

export interface Suggestion {
  /** What is shown, and what is written. */
  label: string;
  text: string;
  kind: 'field' | 'operator' | 'value' | 'word';
  /** Shown next to it: a type, a count. */
  detail?: string | undefined;
}

export interface CursorContext {
  /** What is being written there: characters `from` to the caret. */
  from: number;
  typed: string;
  expects: 'field' | 'operator' | 'value' | 'join';
  /** The field that values are asked of. */
  field: string | null;
}

const TOKEN = /'(?:[^']|'')*'?|"(?:[^"]|"")*"?|<=|>=|<>|!=|[=<>(),+-]|[\p{L}_][\p{L}\p{N}\p{M}_$]*|[\d.]+/gu;
const COMPARED = /^(=|<>|!=|<=|>=|<|>|LIKE|ILIKE)$/i;
const MOST = 8;

/** What is expected at the caret. Incomplete text is not an error while the user types. */
export function contextAt(text: string, caret: number): CursorContext {
  const before = text.slice(0, caret);
  const tokens = [...before.matchAll(TOKEN)].map(([token]) => token);
  const last = tokens.at(-1) ?? '';
  const isOpen = last !== '' && before.endsWith(last) && isWriting(last);
  const typed = isOpen ? last : '';
  const read = isOpen ? tokens.slice(0, -1) : tokens;
  return { from: caret - typed.length, typed, ...expectationAfter(read) };
}

/** A word may go on, a quoted one until its quote is closed; signs and numbers are done. */
function isWriting(token: string): boolean {
  if (/^['"]/.test(token)) return token.length === 1 || !token.endsWith(token[0] as string);
  return /^[\p{L}_]/u.test(token);
}

function expectationAfter(tokens: string[]): Pick<CursorContext, 'expects' | 'field'> {
  let expects: CursorContext['expects'] = 'field';
  let field: string | null = null;
  // Within BETWEEN … AND … a value follows the AND.
  let between = false;
  let list = false;
  for (const token of tokens) {
    const word = token.toUpperCase();
    if (expects === 'field') {
      if (word === 'NOT' || word === '(') continue;
      field = token.startsWith('"') ? token.slice(1, -1).replaceAll('""', '"') : token;
      expects = 'operator';
    } else if (expects === 'operator') {
      if (word === 'IS' || word === 'NOT') continue;
      if (word === 'NULL') expects = 'join';
      if (word === 'BETWEEN') [between, expects] = [true, 'value'];
      if (word === 'IN') continue;
      if (word === '(') [list, expects] = [true, 'value'];
      if (COMPARED.test(word)) expects = 'value';
    } else if (expects === 'value') {
      if (/^[+-]$/.test(token) || /^(DATE|TIMESTAMP)$/.test(word)) continue;
      expects = 'join';
    } else if (word === 'AND' && between) [between, expects] = [false, 'value'];
    else if (word === ',' && list) expects = 'value';
    else if (word === ')') list = false;
    else if (word === 'AND' || word === 'OR') [expects, field] = ['field', null];
  }
  return { expects, field };
}

interface SuggestionSources {
  fields: readonly Field[];
  /** Of the field that values are asked of. */
  values: readonly { value: unknown; count: number }[];
  kindOf: (field: Field) => string;
  formatNumber: (count: number) => string;
}

const OPERATORS: Record<'text' | 'other', string[]> = {
  text: ['=', '<>', 'LIKE', 'ILIKE', 'IN (', 'IS NULL', 'IS NOT NULL'],
  other: ['=', '<>', '>', '>=', '<', '<=', 'BETWEEN', 'IN (', 'IS NULL', 'IS NOT NULL'],
};

/** What may follow, best first; at most eight. */
export function suggestionsFor(context: CursorContext, sources: SuggestionSources): Suggestion[] {
  const typed = context.typed.replace(/^['"]/, '').toLowerCase();
  const fits = ({ label }: Suggestion) => label.toLowerCase().includes(typed);
  const begins = ({ label }: Suggestion) => Number(label.toLowerCase().startsWith(typed));
  const matches = candidates(context, sources).filter(fits);
  // One that is written out already needs no suggestion.
  if (matches.length === 1 && matches[0]?.text === context.typed) return [];
  return matches.sort((a, b) => begins(b) - begins(a)).slice(0, MOST);
}

function candidates(
  { expects, field, typed }: CursorContext,
  { fields, values, ...words }: SuggestionSources,
): Suggestion[] {
  switch (expects) {
    case 'field':
      return [
        ...fields.map((each) => ({
          label: each.name,
          text: nameText(each.name),
          kind: 'field' as const,
          detail: words.kindOf(each),
        })),
        ...(typed === '' ? [] : [word('NOT')]),
      ];
    case 'operator': {
      const type = fields.find(({ name }) => name.toLowerCase() === field?.toLowerCase())?.type;
      return OPERATORS[type === 'text' ? 'text' : 'other'].map((text) => ({
        label: text,
        text,
        kind: 'operator',
      }));
    }
    case 'value': {
      const type = fields.find(({ name }) => name.toLowerCase() === field?.toLowerCase())?.type ?? 'text';
      return values.flatMap(({ value, count }) => {
        const text = valueText(value, type);
        const detail = words.formatNumber(count);
        return text === null ? [] : [{ label: String(value), text, kind: 'value' as const, detail }];
      });
    }
    case 'join':
      return [word('AND'), word('OR')];
  }
}

function word(text: 'AND' | 'OR' | 'NOT'): Suggestion {
  return { label: text, text, kind: 'word' };
}

export interface Edited {
  text: string;
  caret: number;
}

/** Writes a suggestion in the context of what was begun, with a space behind it where something has to follow. */
export function acceptSuggestion(
  text: string,
  caret: number,
  { from }: CursorContext,
  suggestion: Suggestion,
): Edited {
  const space = suggestion.text.endsWith('(') || /^[\s),]/.test(text.slice(caret)) ? '' : ' ';
  const written = suggestion.text + space;
  return { text: text.slice(0, from) + written + text.slice(caret), caret: from + written.length };
}
