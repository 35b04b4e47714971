/** Where in the vault the person looks: everywhere, in a folder, outside of all folders, among what is archived. */
export type ListLocation =
  { kind: 'all' } | { kind: 'folder'; id: number } | { kind: 'unfiled' } | { kind: 'archived' };

/** What a list needs of a dataset to put it into its location. */
interface Placed {
  folder_id?: number;
}

/** `?folder=12`, `?folder=none`, `?archived=only`; anything else is everywhere. */
export function locationOf(params: URLSearchParams): ListLocation {
  if (params.get('archived') === 'only') return { kind: 'archived' };
  const folder = params.get('folder') ?? '';
  if (folder === 'none') return { kind: 'unfiled' };
  return /^[1-9]\d{0,14}$/.test(folder) ? { kind: 'folder', id: Number(folder) } : { kind: 'all' };
}

/** The address of a location: it keeps the search, the filters and the view, and begins at the first page. */
export function searchFor(location: ListLocation, params: URLSearchParams): string {
  const next = new URLSearchParams(params);
  for (const name of ['folder', 'page', 'panel']) next.delete(name);
  if (location.kind === 'archived') next.set('archived', 'only');
  else if (next.get('archived') === 'only') next.delete('archived');
  if (location.kind === 'folder') next.set('folder', String(location.id));
  if (location.kind === 'unfiled') next.set('folder', 'none');
  return next.size > 0 ? `?${next}` : '?';
}

/** The datasets of a location. What is archived has a list of its own, so that location takes all of it. */
export function rowsIn<Row extends Placed>(rows: Row[], location: ListLocation): Row[] {
  if (location.kind === 'folder') return rows.filter(({ folder_id }) => folder_id === location.id);
  if (location.kind === 'unfiled') return rows.filter(({ folder_id }) => folder_id === undefined);
  return rows;
}

/** Number of datasets in each folder, and under `null` of those without a folder. */
export function countByFolder(rows: Placed[]): Map<number | null, number> {
  const counts = new Map<number | null, number>();
  for (const { folder_id = null } of rows) counts.set(folder_id, (counts.get(folder_id) ?? 0) + 1);
  return counts;
}

export function isSameLocation(a: ListLocation, b: ListLocation): boolean {
  if (a.kind !== 'folder' || b.kind !== 'folder') return a.kind === b.kind;
  return a.id === b.id;
}
