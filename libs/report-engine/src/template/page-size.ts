import type { PageSetup } from './types.ts';

const SIZES = {
  A3: { width: 842, height: 1191 },
  A4: { width: 595, height: 842 },
  A5: { width: 420, height: 595 },
  Letter: { width: 612, height: 792 },
  Legal: { width: 612, height: 1008 },
};

/** Width and height of the page in points, turned by its orientation. A size in numbers is taken as it is. */
export function pageSize({ size, orientation }: PageSetup): { width: number; height: number } {
  if (typeof size !== 'string') return size;
  const { width, height } = SIZES[size];
  return orientation === 'landscape' ? { width: height, height: width } : { width, height };
}

/** Width of one column between the margins, in points. */
export function columnWidth(page: PageSetup): number {
  const { count, spacing } = page.columns ?? { count: 1, spacing: 0 };
  return (printableWidth(page) - spacing * (count - 1)) / count;
}

/** Width between the margins, in points. */
export function printableWidth(page: PageSetup): number {
  return pageSize(page).width - page.margins.left - page.margins.right;
}

/** Height between the margins, in points. */
export function printableHeight(page: PageSetup): number {
  return pageSize(page).height - page.margins.top - page.margins.bottom;
}
