import type { Element, Template } from '@cairn/report-engine/browser';
import { listLanes } from './bands.ts';
import { listElements } from './elements.ts';

export type ThingKind =
  'report' | 'page' | 'band' | 'element' | 'parameter' | 'dataset' | 'group' | 'variable' | 'style';

interface Thing {
  kind: ThingKind;
  name: string;
  values: Record<string, unknown>;
  element?: Element;
}

export interface Difference {
  kind: ThingKind;
  change: 'added' | 'removed' | 'changed';
  name: string;
  /** The element as it is in the template that has it, for its name. */
  element?: Element;
  /** What changed, with the values as JSON. */
  members: { name: string; from: string | null; to: string | null }[];
}

/** What differs between two templates, thing by thing: those that came and went by name, others by member. */
export function compareTemplates(before: Template, after: Template): Difference[] {
  const old = thingsOf(before);
  const now = thingsOf(after);
  const keys = [...new Set([...old.keys(), ...now.keys()])];
  return keys.flatMap((key) => compareThings(old.get(key), now.get(key)));
}

function compareThings(old: Thing | undefined, now: Thing | undefined): Difference[] {
  const thing = now ?? old;
  if (!thing) return [];
  const { kind, name, element } = thing;
  const about = { kind, name, ...(element && { element }) };
  if (!old || !now) return [{ ...about, change: now ? 'added' : 'removed', members: [] }];
  const names = [...new Set([...Object.keys(old.values), ...Object.keys(now.values)])];
  const members = names.flatMap((member) => {
    const [from, to] = [textOf(old.values[member]), textOf(now.values[member])];
    return from === to ? [] : [{ name: member, from, to }];
  });
  return members.length > 0 ? [{ ...about, change: 'changed', members }] : [];
}

function thingsOf(template: Template): Map<string, Thing> {
  const { page, parameters, datasets, groups, variables, styles, bands: _, ...report } = template;
  const things: Thing[] = [
    { kind: 'report', name: '', values: report },
    { kind: 'page', name: '', values: { ...page } },
    ...listLanes(template).map(({ path, band }): Thing => {
      const { elements: __, ...values } = band;
      return { kind: 'band', name: path, values };
    }),
    ...listElements(template).map(({ element, band, parents }): Thing => {
      const inner = element.kind === 'frame' ? { elements: undefined } : {};
      const values = { ...element, ...inner, band: parents.at(-1)?.id ?? band };
      return { kind: 'element', name: element.id, values, element };
    }),
    ...named('parameter', parameters),
    ...named('dataset', datasets),
    ...named(
      'group',
      groups.map(({ header: _header, footer: _footer, ...group }) => group),
    ),
    ...named('variable', variables),
    ...named('style', styles),
  ];
  return new Map(things.map((thing) => [`${thing.kind} ${thing.name}`, thing]));
}

function named(kind: ThingKind, entries: readonly { name: string }[]): Thing[] {
  return entries.map((entry) => ({ kind, name: entry.name, values: { ...entry } }));
}

function textOf(value: unknown): string | null {
  if (value === undefined) return null;
  return JSON.stringify(value);
}
