import type { Template } from '@cairn/report-engine/browser';
import { findBand, listLanes } from './bands.ts';
import { findElement, listElements } from './elements.ts';

/** What the properties show. Lists are addressed by place, because names can be changed. */
export type Selection =
  | { kind: 'report' }
  | { kind: 'band'; path: string }
  | { kind: 'elements'; ids: readonly string[] }
  | { kind: ListName; index: number };

export type ListName = 'parameters' | 'variables' | 'datasets' | 'groups' | 'styles';

/** Ids of the chosen elements that are still there. */
export function selectedIds(template: Template, selection: Selection): string[] {
  if (selection.kind !== 'elements') return [];
  return selection.ids.filter((id) => findElement(template, id) !== undefined);
}

/** The band that takes what is inserted: the chosen one, that of the chosen elements, or the detail. */
export function bandOfSelection(template: Template, selection: Selection): string {
  if (selection.kind === 'band' && findBand(template, selection.path)) return selection.path;
  const [first] = selectedIds(template, selection);
  const band = first === undefined ? undefined : findElement(template, first)?.band;
  return band ?? (findBand(template, '$.bands.detail[0]') ? '$.bands.detail[0]' : firstBand(template));
}

function firstBand(template: Template): string {
  return listLanes(template)[0]?.path ?? '';
}

interface Finding {
  path: string;
  element?: string | undefined;
}

/** Where a finding leads: its element, its band, or the entry of a list. */
export function selectionOfFinding(template: Template, { path, element }: Finding): Selection {
  if (element !== undefined && findElement(template, element)) return { kind: 'elements', ids: [element] };
  const id = elementAt(template, path);
  if (id !== undefined) return { kind: 'elements', ids: [id] };
  const band = listLanes(template).find((lane) => path.startsWith(lane.path));
  if (band) return { kind: 'band', path: band.path };
  const list = /^\$\.(parameters|variables|datasets|groups|styles)\[(\d+)\]/.exec(path);
  if (list) return { kind: list[1] as ListName, index: Number(list[2]) };
  return { kind: 'report' };
}

/** The id of the element to which a path such as `$.bands.detail[0].elements[2].expression` leads. */
function elementAt(template: Template, path: string): string | undefined {
  const steps = [...path.matchAll(/([A-Za-z_]\w*)|\[(\d+)\]/g)].map(
    ([, name, index]) => name ?? Number(index),
  );
  const ids = new Set(listElements(template).map(({ element }) => element.id));
  let node: unknown = template;
  let found: string | undefined;
  for (const step of steps) {
    node = (node as Record<string | number, unknown> | null | undefined)?.[step];
    const id = (node as { id?: unknown } | null | undefined)?.id;
    if (typeof id === 'string' && ids.has(id)) found = id;
  }
  return found;
}
