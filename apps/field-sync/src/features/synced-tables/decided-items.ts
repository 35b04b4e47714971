import type { PlanChoices, PlanItem } from './types.ts';

/**
 * Items for what was decided already: a plan that asks about more asks about all, with the earlier decisions as defaults, or approving it
 * would lose them. `derived` are the items that there would be without decisions.
 */
export function decidedItems(choices: PlanChoices, derived: PlanItem[]): PlanItem[] {
  return Object.entries(choices).map(([id, { option }]) => {
    const item = derived.find((each) => each.id === id) ?? unknownItem(id);
    const chosen = item.options.find((each) => each.id === option) ?? {
      id: option,
      label: 'As it was decided',
    };
    return { ...item, options: [chosen, ...item.options.filter((each) => each.id !== option)] };
  });
}

/** An item that only the rows showed, such as a value that did not fit. */
function unknownItem(id: string): PlanItem {
  const [kind, table = ''] = id.split(/[:.]/);
  const sentence = `The decision about "${id.slice(id.indexOf(':') + 1)}" stays as it was made.`;
  return { id, kind: kind as PlanItem['kind'], table, sentence, options: [] };
}
