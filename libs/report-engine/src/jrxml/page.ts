import type { PageSetup, Template } from '../template/types.ts';
import type { ImportContext } from './context.ts';
import { withoutAbsent } from './element-style.ts';
import { readAttribute, readFlag, readNumber, type XmlNode } from './xml-node.ts';

const SIZES = {
  A3: [842, 1191],
  A4: [595, 842],
  A5: [420, 595],
  Letter: [612, 792],
  Legal: [612, 1008],
} as const;

const WHEN_NO_DATA = {
  NoPages: 'message',
  BlankPage: 'message',
  AllSectionsNoDetail: 'allBands',
  NoDataSection: 'noData',
} as const;

/** Page, margins and columns; what the file does not say is as JasperReports has it: A4, margins of 20 and 30, one column. */
export function importPage(root: XmlNode): PageSetup {
  const width = readNumber(root, 'pageWidth') ?? 595;
  const height = readNumber(root, 'pageHeight') ?? 842;
  readAttribute(root, 'orientation');
  const count = readNumber(root, 'columnCount') ?? 1;
  const spacing = readNumber(root, 'columnSpacing') ?? 0;
  const order = readAttribute(root, 'printOrder') === 'Horizontal' ? { order: 'horizontal' as const } : {};
  return {
    size: findSize(width, height),
    orientation: width > height ? 'landscape' : 'portrait',
    margins: {
      top: readNumber(root, 'topMargin') ?? 30,
      right: readNumber(root, 'rightMargin') ?? 20,
      bottom: readNumber(root, 'bottomMargin') ?? 30,
      left: readNumber(root, 'leftMargin') ?? 20,
    },
    ...(count > 1 ? { columns: { count, spacing, ...order } } : {}),
  };
}

/** What the attributes of the report say about pages. */
export function importPagination(
  root: XmlNode,
  { report }: ImportContext,
): Pick<Template, 'whenNoData' | 'ignorePagination' | 'titleOnNewPage' | 'summaryOnNewPage'> {
  const type = readAttribute(root, 'whenNoDataType') ?? 'NoPages';
  const whenNoData = Object.hasOwn(WHEN_NO_DATA, type)
    ? WHEN_NO_DATA[type as keyof typeof WHEN_NO_DATA]
    : 'message';
  if (whenNoData === 'message') {
    report(root, 'info', `Without rows (${type}) the report is one page that says so.`);
  }
  return withoutAbsent({
    whenNoData,
    ignorePagination: readFlag(root, 'ignorePagination') ? true : undefined,
    titleOnNewPage: readFlag(root, 'titleNewPage') ? true : undefined,
    summaryOnNewPage: readFlag(root, 'summaryNewPage') ? true : undefined,
  });
}

/** The name of a size, within a point and whichever way it is turned, or the size as it is. */
function findSize(pageWidth: number, pageHeight: number): PageSetup['size'] {
  const [short, long] = [Math.min(pageWidth, pageHeight), Math.max(pageWidth, pageHeight)];
  for (const name of ['A3', 'A4', 'A5', 'Letter', 'Legal'] as const) {
    const [width, height] = SIZES[name];
    if (Math.abs(width - short) <= 1 && Math.abs(height - long) <= 1) return name;
  }
  return { width: pageWidth, height: pageHeight };
}
