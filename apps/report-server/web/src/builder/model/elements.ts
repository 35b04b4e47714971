import type { Element, Template } from '@cairn/report-engine/browser';
import { listLanes, mapBands, withoutEmpty } from './bands.ts';

/** An element with the band it stands in, and the frames and lists around it, outermost first. */
export interface FoundElement {
  element: Element;
  band: string;
  parents: Element[];
}

/** All elements in the order of the page, those within frames and lists too. */
export function listElements(template: Template): FoundElement[] {
  return listLanes(template).flatMap(({ path, band }) => within(band.elements, path, []));
}

function within(elements: readonly Element[], band: string, parents: Element[]): FoundElement[] {
  return elements.flatMap((element) => [
    { element, band, parents },
    ...within(childrenOf(element), band, [...parents, element]),
  ]);
}

export function childrenOf(element: Element): readonly Element[] {
  if (element.kind === 'frame') return element.elements;
  return element.kind === 'list' ? element.band.elements : [];
}

export function findElement(template: Template, id: string): FoundElement | undefined {
  return listElements(template).find(({ element }) => element.id === id);
}

/** Changes the elements of the given ids; null removes one. */
export function changeElements(
  template: Template,
  ids: readonly string[],
  change: (element: Element) => Element | null,
): Template {
  const chosen = new Set(ids);
  const visit = (elements: readonly Element[]): Element[] =>
    elements.flatMap((element) => {
      const changed = chosen.has(element.id) ? change(element) : element;
      return changed === null ? [] : [changeChildren(changed, visit)];
    });
  return mapBands(template, (band) => ({ ...band, elements: visit(band.elements) }));
}

function changeChildren(element: Element, visit: (elements: readonly Element[]) => Element[]): Element {
  if (element.kind === 'frame') return { ...element, elements: visit(element.elements) };
  if (element.kind === 'list')
    return { ...element, band: { ...element.band, elements: visit(element.band.elements) } };
  return element;
}

export function updateElements(
  template: Template,
  ids: readonly string[],
  change: Record<string, unknown>,
): Template {
  return changeElements(template, ids, (element) => withoutEmpty({ ...element, ...change }) as Element);
}

export function removeElements(template: Template, ids: readonly string[]): Template {
  return changeElements(template, ids, () => null);
}

/** Moves elements by points; none leaves its band at the left or the top. */
export function moveElements(
  template: Template,
  ids: readonly string[],
  { dx, dy }: { dx: number; dy: number },
): Template {
  const moved = ids.flatMap((id) => findElement(template, id)?.element ?? []);
  const left = Math.max(dx, -Math.min(...moved.map(({ x }) => x)));
  const up = Math.max(dy, -Math.min(...moved.map(({ y }) => y)));
  return changeElements(template, ids, (element) => ({
    ...element,
    x: round(element.x + left),
    y: round(element.y + up),
  }));
}

/** Puts elements at the end of a band, which grows to hold them. */
export function insertElements(template: Template, path: string, elements: readonly Element[]): Template {
  return mapBands(template, (band, at) => {
    if (at !== path) return band;
    const bottom = Math.max(band.height, ...elements.map(({ y, height }) => y + height));
    return { ...band, height: round(bottom), elements: [...band.elements, ...elements] };
  });
}

/** Copies with ids that the template does not have. */
export function copyElements(template: Template, elements: readonly Element[], offset: number): Element[] {
  const taken = new Set(listElements(template).map(({ element }) => element.id));
  const renamed = (element: Element): Element =>
    changeChildren({ ...element, id: freeId(taken, element.kind) }, (children) => children.map(renamed));
  return elements.map((element) => {
    const copy = renamed(element);
    return { ...copy, x: copy.x + offset, y: copy.y + offset };
  });
}

/** An id such as `text3`; it is taken from then on. */
export function freeId(taken: Set<string>, kind: string): string {
  let number = 1;
  while (taken.has(`${kind}${number}`)) number += 1;
  taken.add(`${kind}${number}`);
  return `${kind}${number}`;
}

/** Moves elements that stand directly in a band to another band. */
export function moveToBand(
  template: Template,
  ids: readonly string[],
  { path, dx, dy }: { path: string; dx: number; dy: number },
): Template {
  const moved = ids.flatMap((id) => {
    const found = findElement(template, id);
    return found && found.parents.length === 0 ? [found.element] : [];
  });
  const placed = moved.map((element) => ({
    ...element,
    x: Math.max(0, round(element.x + dx)),
    y: Math.max(0, round(element.y + dy)),
  }));
  return insertElements(
    removeElements(
      template,
      moved.map(({ id }) => id),
    ),
    path,
    placed,
  );
}

/** Tenths of a point are enough. */
export function round(points: number): number {
  return Math.round(points * 10) / 10;
}
