import type { DashboardItem } from '../types.ts';

/** Columns of the grid; the server knows the same number. */
export const COLUMNS = 12;
const MAX_ROW = 1000;
const MAX_HEIGHT = 100;
export const LEAST = { w: 2, h: 2 } as const;

export type Place = Pick<DashboardItem, 'x' | 'y' | 'w' | 'h'>;
export type Layout = DashboardItem[];
export type Direction = 'left' | 'right' | 'up' | 'down';

/** In the order in which they are read: from the top, and from the left. */
export function sortLayout(layout: Layout): Layout {
  return layout.toSorted((a, b) => a.y - b.y || a.x - b.x);
}

/** Puts an item at a place. What is there takes the place that became free if it fits, else it moves down. */
export function placeItem(layout: Layout, id: string, wanted: Partial<Place>): Layout {
  const former = layout.find((item) => item.id === id);
  if (!former) return layout;
  const item = { ...former, ...clampPlace({ ...former, ...wanted }) };
  if (isSamePlace(item, former)) return layout;
  return sortLayout(swap(layout, former, item) ?? pushDown(layout, item));
}

/** One step by keyboard. A neighbour in the way changes places with the item, or the item passes it. */
export function stepItem(layout: Layout, id: string, direction: Direction): Layout {
  const former = layout.find((item) => item.id === id);
  if (!former) return layout;
  const isAcross = direction === 'left' || direction === 'right';
  const step = direction === 'left' || direction === 'up' ? -1 : 1;
  const next = { ...former, ...(isAcross ? { x: former.x + step } : { y: former.y + step }) };
  if (next.x < 0 || next.x + next.w > COLUMNS || next.y < 0 || next.y > MAX_ROW) return layout;
  const inTheWay = layout.filter((other) => other.id !== id && overlaps(other, next));
  if (inTheWay.length === 0) return replace(layout, next);
  const past = passing(former, inTheWay, direction);
  const swapped = swap(layout, former, past);
  if (swapped) return sortLayout(swapped);
  if (direction === 'down') {
    const below = Math.max(...inTheWay.map(({ y, h }) => y + h));
    return sortLayout(pushDown(layout, { ...former, y: Math.min(below, MAX_ROW) }));
  }
  return sortLayout(pushDown(layout, direction === 'up' ? past : next));
}

/** Room for a new item of a size: the first that is free, from the top. */
export function findRoom(layout: Layout, { w, h }: Pick<Place, 'w' | 'h'>): Place {
  for (let y = 0; ; y += 1) {
    for (let x = 0; x + w <= COLUMNS; x += 1) {
      const place = { x, y, w, h };
      if (!layout.some((item) => overlaps(item, place))) return place;
    }
  }
}

/** Takes an item out; rows that are empty then are closed. */
export function removeItem(layout: Layout, id: string): Layout {
  return closeRows(layout.filter((item) => item.id !== id));
}

/** Takes the rows out that no item is in. */
export function closeRows(layout: Layout): Layout {
  const filled = new Set(layout.flatMap(({ y, h }) => Array.from({ length: h }, (_, at) => y + at)));
  const emptyAbove = (row: number) =>
    Array.from({ length: row }, (_, at) => at).filter((at) => !filled.has(at));
  return layout.map((item) => ({ ...item, y: item.y - emptyAbove(item.y).length }));
}

export function overlaps(a: Place, b: Place): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

function clampPlace({ x, y, w, h }: Place): Place {
  const width = Math.min(Math.max(LEAST.w, Math.round(w)), COLUMNS);
  return {
    x: Math.min(Math.max(0, Math.round(x)), COLUMNS - width),
    y: Math.min(Math.max(0, Math.round(y)), MAX_ROW),
    w: width,
    h: Math.min(Math.max(LEAST.h, Math.round(h)), MAX_HEIGHT),
  };
}

/** Where an item is once it has passed those in its way. */
function passing(item: DashboardItem, others: Layout, direction: Direction): DashboardItem {
  const edges = (axis: 'x' | 'y', size: 'w' | 'h') => ({
    start: Math.min(...others.map((other) => other[axis])),
    end: Math.max(...others.map((other) => other[axis] + other[size])),
  });
  const [across, along] = [edges('x', 'w'), edges('y', 'h')];
  if (direction === 'left') return { ...item, x: across.start };
  if (direction === 'right') return { ...item, x: across.end - item.w };
  if (direction === 'up') return { ...item, y: along.start };
  return { ...item, y: along.end - item.h };
}

/** The layout with the item at its new place, and what was there in the room that it left; null where that is too small. */
function swap(layout: Layout, former: DashboardItem, item: DashboardItem): Layout | null {
  let next = layout.map((other) => (other.id === item.id ? item : other));
  for (const other of layout) {
    if (other.id === item.id || !overlaps(other, item)) continue;
    const rest = next.filter(({ id }) => id !== other.id);
    const room = roomsFor(other, former, item).find(
      (place) =>
        place.x >= 0 &&
        place.x + place.w <= COLUMNS &&
        place.y >= 0 &&
        !rest.some((each) => overlaps(each, place)),
    );
    if (!room) return null;
    next = next.map((each) => (each.id === other.id ? { ...each, ...room } : each));
  }
  return next;
}

function roomsFor({ x, y, w, h }: Place, former: Place, item: Place): Place[] {
  const vertical = { x, y: y - Math.sign(item.y - former.y) * former.h, w, h };
  const horizontal = { x: x - Math.sign(item.x - former.x) * former.w, y, w, h };
  const rooms =
    item.y === former.y ? [horizontal] : item.x === former.x ? [vertical] : [vertical, horizontal];
  return [...rooms, { x: former.x, y: former.y, w, h }];
}

/** The layout with the item at its place; what it covers moves below it, and what those cover below them. */
function pushDown(layout: Layout, item: DashboardItem): Layout {
  const placed: Layout = [item];
  for (const other of sortLayout(layout)) {
    if (other.id === item.id) continue;
    let { y } = other;
    for (;;) {
      const at = { ...other, y };
      const covering = placed.filter((each) => overlaps(each, at));
      if (covering.length === 0) break;
      y = Math.max(...covering.map((each) => each.y + each.h));
    }
    placed.push({ ...other, y });
  }
  return placed;
}

function replace(layout: Layout, next: DashboardItem): Layout {
  return sortLayout(layout.map((item) => (item.id === next.id ? next : item)));
}

function isSamePlace(a: Place, b: Place): boolean {
  return a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;
}
