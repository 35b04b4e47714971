/** Where in the vault the person looks: everywhere, in a folder, outside of all folders, among what is archived. */
export type Place =
  { kind: 'all' } | { kind: 'folder'; id: number } | { kind: 'unfiled' } | { kind: 'archived' };

/** What a list needs of a dataset to put it into its place. */
interface Placed {
  folder_id?: number;
}

/** `?folder=12`, `?folder=none`, `?archived=only`; anything else is everywhere. */
export function placeOf(params: URLSearchParams): Place {
  if (params.get('archived') === 'only') return { kind: 'archived' };
  const folder = params.get('folder') ?? '';
  if (folder === 'none') return { kind: 'unfiled' };
  return /^[1-9]\d{0,14}$/.test(folder) ? { kind: 'folder', id: Number(folder) } : { kind: 'all' };
}

/** The address of a place: it keeps the search, the filters and the view, and begins at the first page. */
export function searchFor(place: Place, params: URLSearchParams): string {
  const next = new URLSearchParams(params);
  for (const name of ['folder', 'page', 'panel']) next.delete(name);
  if (place.kind === 'archived') next.set('archived', 'only');
  else if (next.get('archived') === 'only') next.delete('archived');
  if (place.kind === 'folder') next.set('folder', String(place.id));
  if (place.kind === 'unfiled') next.set('folder', 'none');
  return next.size > 0 ? `?${next}` : '?';
}

/** The datasets of a place. What is archived has a list of its own, so that place takes all of it. */
export function rowsIn<Row extends Placed>(rows: Row[], place: Place): Row[] {
  if (place.kind === 'folder') return rows.filter(({ folder_id }) => folder_id === place.id);
  if (place.kind === 'unfiled') return rows.filter(({ folder_id }) => folder_id === undefined);
  return rows;
}

/** How many datasets lie in each folder, and under `null` how many in none. */
export function countByFolder(rows: Placed[]): Map<number | null, number> {
  const counts = new Map<number | null, number>();
  for (const { folder_id = null } of rows) counts.set(folder_id, (counts.get(folder_id) ?? 0) + 1);
  return counts;
}

export function isSamePlace(a: Place, b: Place): boolean {
  if (a.kind !== 'folder' || b.kind !== 'folder') return a.kind === b.kind;
  return a.id === b.id;
}
