import type { Fill } from '../fill/types.ts';
import { printableHeight } from '../template/page-size.ts';

/** How many pages the detail bands of a report need at least: each is as high as in the template, or higher. */
export function leastPages({ template, rowCount = 0 }: Pick<Fill, 'template' | 'rowCount'>): number {
  const { page, bands, ignorePagination } = template;
  // A band that is left out, or an element with its line, makes room that only the rows tell.
  const certain = bands.detail.filter(
    (band) => band.printWhen === undefined && !JSON.stringify(band).includes('"removeWhenBlank":true'),
  );
  const height = certain.reduce((sum, band) => sum + band.height, 0);
  if (ignorePagination || height === 0) return 1;
  const columns = page.columns?.count ?? 1;
  return Math.max(1, Math.ceil((rowCount * height) / (columns * printableHeight(page))));
}
