import { useBuilder } from '../builder-context.tsx';
import { updateEntry, type Entries } from '../model/lists.ts';
import type { ListName } from '../model/selection.ts';

type Change<Entry> = { [Key in keyof Entry]?: Entry[Key] | undefined };

/** An entry of a list, and the way to change it. */
export function useEntry<Name extends ListName>(list: Name, index: number) {
  const { template, edit } = useBuilder();
  const entry = template[list][index] as Entries[Name];
  const change = (changed: Change<Entries[Name]>): void =>
    edit((now) => updateEntry(now, { list, index }, changed as Partial<Entries[Name]>), {
      joint: `${list} ${index} ${Object.keys(changed).join()}`,
    });
  return { entry, change };
}
