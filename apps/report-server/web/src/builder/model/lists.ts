import type { Dataset, Group, Parameter, Style, Template, Variable } from '@cairn/report-engine/browser';
import { withoutEmpty } from './bands.ts';
import type { ListName } from './selection.ts';

export interface Entries {
  parameters: Parameter;
  variables: Variable;
  datasets: Dataset;
  groups: Group;
  styles: Style;
}

/** Changes an entry of a list; a new name is taken over wherever the old one is used. */
export function updateEntry<Name extends ListName>(
  template: Template,
  { list, index }: { list: Name; index: number },
  change: Partial<Entries[Name]>,
): Template {
  const entries = template[list] as Entries[Name][];
  const old = entries[index];
  if (!old) return template;
  const changed = entries.map((entry, i) => (i === index ? withoutEmpty({ ...entry, ...change }) : entry));
  const next: Template = { ...template, [list]: changed };
  const name = change.name;
  return name === undefined || name === old.name || old.name === ''
    ? next
    : (renamed(next, RENAMES[list], { from: old.name, to: name }) as Template);
}

/** Adds an entry under a name that is free. */
export function addEntry<Name extends ListName>(
  template: Template,
  list: Name,
  entry: Entries[Name],
): Template {
  const taken = new Set((template[list] as { name: string }[]).map(({ name }) => name));
  let name = entry.name;
  for (let number = 2; taken.has(name); number += 1) name = `${entry.name}${number}`;
  return { ...template, [list]: [...template[list], { ...entry, name }] };
}

export function removeEntry(template: Template, list: ListName, index: number): Template {
  return { ...template, [list]: (template[list] as unknown[]).filter((_, i) => i !== index) };
}

/** Moves an entry up or down: the first dataset is the main one, the first group the outermost. */
export function moveEntry(
  template: Template,
  { list, index }: { list: ListName; index: number },
  by: 1 | -1,
): Template {
  const entries = [...(template[list] as unknown[])];
  const [entry] = entries.splice(index, 1);
  entries.splice(index + by, 0, entry);
  return { ...template, [list]: entries };
}

interface Rename {
  /** Letter of references in expressions and statements. */
  letter?: string;
  /** Members that hold the name itself. */
  members: readonly string[];
  /** Members that hold a list of names. */
  lists?: readonly string[];
}

const RENAMES: Record<ListName, Rename> = {
  parameters: { letter: 'P', members: [], lists: ['depends_on'] },
  variables: { letter: 'V', members: [] },
  datasets: { members: ['dataset'] },
  groups: { members: ['group'] },
  styles: { members: ['style', 'parent'] },
};

function renamed(value: unknown, rename: Rename, names: { from: string; to: string }): unknown {
  const { from, to } = names;
  if (typeof value === 'string')
    return rename.letter === undefined
      ? value
      : value
          .replaceAll(`$${rename.letter}{${from}}`, `$${rename.letter}{${to}}`)
          .replaceAll(`$${rename.letter}!{${from}}`, `$${rename.letter}!{${to}}`);
  if (Array.isArray(value)) return value.map((each) => renamed(each, rename, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (rename.members.includes(key) && member === from) return [key, to];
      if (rename.lists?.includes(key) && Array.isArray(member))
        return [key, member.map((each) => (each === from ? to : each))];
      return [key, renamed(member, rename, names)];
    }),
  );
}
