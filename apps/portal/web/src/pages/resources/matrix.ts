import type { PermissionRow } from '../../api.ts';

export type Level = 'none' | 'view' | 'edit' | 'admin';
export const levels: Level[] = ['none', 'view', 'edit', 'admin'];

/** The strongest right of a row: admin implies edit, edit implies view. */
export function levelOf(row: Pick<PermissionRow, 'view' | 'edit' | 'admin'>): Level {
  if (row.admin) return 'admin';
  if (row.edit) return 'edit';
  return row.view ? 'view' : 'none';
}

/** The row with exactly the rights that a level implies. */
export function withLevel(row: PermissionRow, level: Level): PermissionRow {
  const rank = levels.indexOf(level);
  return { ...row, view: rank >= 1, edit: rank >= 2, admin: rank >= 3 };
}

/** What the matrix will look like once saved: public gives the Public group view, restricted takes all from it. */
export function withVisibility(
  matrix: PermissionRow[],
  visibility: 'public' | 'restricted',
): PermissionRow[] {
  return matrix.map((row) => {
    if (row.group_name !== 'Public') return row;
    if (visibility === 'restricted') return withLevel(row, 'none');
    return levelOf(row) === 'none' ? withLevel(row, 'view') : row;
  });
}
