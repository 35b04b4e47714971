/** Returns the text of a value, given that of the former value, or null without one. */
export type Write = (former: string | null) => string;

/** A member of an object in a text, and the position of its value. */
interface Member {
  name: string;
  start: number;
  end: number;
}

/** The members of the object that begins at `from`, which must be well-formed. */
function membersOf(text: string, from: number): { members: Member[]; end: number } {
  const members: Member[] = [];
  let at = skipSpace(text, from + 1);
  while (text[at] !== '}') {
    const nameEnd = skipString(text, at);
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const end = skipValue(text, start);
    members.push({ name: JSON.parse(text.slice(at, nameEnd)) as string, start, end });
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return { members, end: at + 1 };
}

/** Sets members of the object that is this text; all that is not set stays as it is written. */
export function setMembers(text: string, set: Map<string, Write>): string {
  const { members, end } = membersOf(text, 0);
  let result = '';
  let from = 0;
  for (const { name, start, end: valueEnd } of members) {
    const write = set.get(name);
    if (!write) continue;
    result += text.slice(from, start) + write(text.slice(start, valueEnd));
    from = valueEnd;
  }
  const known = new Set(members.map(({ name }) => name));
  const added = [...set].flatMap(([name, write]) =>
    known.has(name) ? [] : [`${JSON.stringify(name)}: ${write(null)}`],
  );
  if (added.length === 0) return result + text.slice(from);
  const last = members.at(-1)?.end;
  const place = last ?? end - 1;
  const joint = last === undefined ? '' : ', ';
  return `${result}${text.slice(from, place)}${joint}${added.join(', ')}${text.slice(place)}`;
}

/** Text of the value of a member; null without it. The last of several with one name counts. */
export function memberText(text: string, name: string): string | null {
  const found = membersOf(text, 0).members.findLast((member) => member.name === name);
  return found ? text.slice(found.start, found.end) : null;
}

function skipSpace(text: string, at: number): number {
  let next = at;
  while (next < text.length && text.charCodeAt(next) <= 0x20) next += 1;
  return next;
}

function skipString(text: string, at: number): number {
  let next = at + 1;
  while (next < text.length && text[next] !== '"') next += text[next] === '\\' ? 2 : 1;
  if (next >= text.length) throw new SyntaxError('an unfinished string');
  return next + 1;
}

function skipValue(text: string, at: number): number {
  let depth = 0;
  let next = at;
  while (next < text.length) {
    const character = text[next] as string;
    if (character === '"') next = skipString(text, next);
    else {
      if ((character === ',' || character === '}' || character === ']') && depth === 0) break;
      if (character === '{' || character === '[') depth += 1;
      if (character === '}' || character === ']') depth -= 1;
      next += 1;
    }
    if (depth === 0 && /["}\]]/.test(character)) return next;
  }
  return at + text.slice(at, next).trimEnd().length;
}
