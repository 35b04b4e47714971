/** How the values of a column are written into cells. */
export type CellKind = 'integer' | 'decimal' | 'float' | 'boolean' | 'date' | 'moment' | 'time' | 'text';

/** Numbers of the cell formats in `styles.xml`. */
export const STYLES = { date: 1, moment: 2, time: 3, head: 4 };

export function cellKindOf(family: string): CellKind {
  switch (family) {
    case 'integer':
    case 'decimal':
    case 'float':
    case 'boolean':
    case 'date':
    case 'time':
      return family;
    case 'timestamp':
    case 'timestamptz':
      return 'moment';
    default:
      return 'text';
  }
}
