import { badRequest } from '@cairn/service/errors';
import { columnWidth, pageSize, printableWidth } from '../template/page-size.ts';
import type { Template } from '../template/types.ts';

/** PDF pages are at most this high; a report without page breaks takes further pages beyond it. */
const MAX_HEIGHT = 14_400;

export interface PageGeometry {
  width: number;
  height: number;
  left: number;
  top: number;
  /** Bottom of what may be printed. */
  bottom: number;
  contentWidth: number;
  columns: number;
  columnWidth: number;
  columnSpacing: number;
  horizontal: boolean;
  footerHeight: number;
  columnFooterHeight: number;
  /** Pages are as high as what is on them. */
  endless: boolean;
}

/** @throws {AppError} report.page_too_small when margins, columns or footers leave no room */
export function pageGeometry(template: Template): PageGeometry {
  const { margins, columns } = template.page;
  const { width, height } = pageSize(template.page);
  const endless = template.ignorePagination === true;
  const count = columns?.count ?? 1;
  const spacing = columns?.spacing ?? 0;
  const column = columnWidth(template.page);
  const pageHeight = endless ? MAX_HEIGHT : height;
  const geometry: PageGeometry = {
    width,
    height: pageHeight,
    left: margins.left,
    top: margins.top,
    bottom: pageHeight - margins.bottom,
    contentWidth: printableWidth(template.page),
    columns: count,
    columnWidth: column,
    columnSpacing: spacing,
    horizontal: count > 1 && columns?.order === 'horizontal',
    footerHeight: template.bands.pageFooter?.height ?? 0,
    columnFooterHeight: template.bands.columnFooter?.height ?? 0,
    endless,
  };
  const room = geometry.bottom - geometry.top - geometry.footerHeight - geometry.columnFooterHeight;
  if (column <= 0 || room <= 0) {
    throw badRequest(
      'report.page_too_small',
      'Margins, columns and footers leave no room on the page. Make the page larger or them smaller.',
    );
  }
  return geometry;
}
