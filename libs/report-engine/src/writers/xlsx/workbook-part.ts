import { OFFICE_RELATIONS, relationsPart } from '../ooxml/package-parts.ts';
import { XML_DECLARATION, xmlAttribute, xmlText } from '../xml-text.ts';
import type { Sheet } from './sheet-part.ts';

/** The workbook with its sheets; header rows are printed on each page. */
export function workbookPart(sheets: readonly Sheet[]): string {
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

export function workbookRelations(sheets: readonly Sheet[]): string {
  return relationsPart([
    { id: 'styles', type: 'styles', target: 'styles.xml' },
    ...sheets.map((_, index) => ({
      id: `sheet${index + 1}`,
      type: 'worksheet',
      target: `worksheets/sheet${index + 1}.xml`,
    })),
  ]);
}
