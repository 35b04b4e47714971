import type { PermissionRow } from '../client.ts';

export type Level = 'none' | 'view' | 'edit' | 'admin';
export const levels: Level[] = ['none', 'view', 'edit', 'admin'];

/** The highest level of a row: admin implies edit, and edit implies view. */
export function levelOf(row: Pick<PermissionRow, 'view' | 'edit' | 'admin'>): Level {
  if (row.admin) return 'admin';
  if (row.edit) return 'edit';
  return row.view ? 'view' : 'none';
}

/** The row with the permissions that a level implies. */
export function withLevel(row: PermissionRow, level: Level): PermissionRow {
  const rank = levels.indexOf(level);
  return { ...row, view: rank >= 1, edit: rank >= 2, admin: rank >= 3 };
}

/** The matrix with a visibility: public gives view to the Public group, restricted removes its permissions. */
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
