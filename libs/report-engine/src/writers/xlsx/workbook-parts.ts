import {
  contentTypesPart,
  corePropertiesPart,
  OFFICE_RELATIONS,
  packageRelations,
  relationsPart,
  type DocumentInfo,
} from '../ooxml/package-parts.ts';
import { XML_DECLARATION, xmlAttribute, xmlText } from '../xml-text.ts';
import type { ZipEntry } from '../zip/write-zip.ts';

export interface WorkbookSheet {
  name: string;
  /** Rows at the top that stay in sight and are printed on each page. */
  frozen: number;
  hasDrawing?: boolean;
}

/** What a workbook has beside its styles and the parts of its sheets, `sheet1.xml` and so on. */
export function* workbookParts(
  sheets: readonly WorkbookSheet[],
  document: DocumentInfo,
): Generator<ZipEntry> {
  yield { name: 'xl/workbook.xml', content: workbookPart(sheets) };
  yield { name: 'xl/_rels/workbook.xml.rels', content: workbookRelations(sheets.length) };
  yield { name: 'docProps/core.xml', content: corePropertiesPart(document) };
  yield { name: '_rels/.rels', content: packageRelations('xl/workbook.xml') };
  yield { name: '[Content_Types].xml', content: contentTypesPart(partTypes(sheets)) };
}

function workbookPart(sheets: readonly WorkbookSheet[]): string {
  const list = sheets.map(
    ({ name }, index) =>
      `<sheet name="${xmlAttribute(name)}" sheetId="${index + 1}" r:id="sheet${index + 1}"/>`,
  );
  const titles = sheets.flatMap(({ name, frozen }, index) =>
    frozen > 0
      ? [
          `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">'${xmlText(name.replaceAll("'", "''"))}'!$1:$${frozen}</definedName>`,
        ]
      : [],
  );
  return (
    `${XML_DECLARATION}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE_RELATIONS}"><sheets>${list.join('')}</sheets>` +
    `${titles.length > 0 ? `<definedNames>${titles.join('')}</definedNames>` : ''}</workbook>`
  );
}

function workbookRelations(count: number): string {
  const sheets = Array.from({ length: count }, (_, index) => ({
    id: `sheet${index + 1}`,
    type: 'worksheet',
    target: `worksheets/sheet${index + 1}.xml`,
  }));
  return relationsPart([{ id: 'styles', type: 'styles', target: 'styles.xml' }, ...sheets]);
}

function partTypes(sheets: readonly WorkbookSheet[]): Record<string, string> {
  return {
    'xl/workbook.xml': 'spreadsheetml.sheet.main',
    'xl/styles.xml': 'spreadsheetml.styles',
    ...Object.fromEntries(
      sheets.flatMap(({ hasDrawing }, index) => [
        [`xl/worksheets/sheet${index + 1}.xml`, 'spreadsheetml.worksheet'],
        ...(hasDrawing ? [[`xl/drawings/drawing${index + 1}.xml`, 'drawing']] : []),
      ]),
    ),
  };
}
