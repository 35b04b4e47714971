import type { Findings } from './findings.ts';
import { columnWidth, printableHeight, printableWidth } from './page-size.ts';
import type { Element, Template } from './types.ts';
import { walkBands, walkElements } from './walk.ts';

const MAX_ELEMENTS = 5_000;
const MAX_DEPTH = 16;
/** Elements whose rows come from a dataset; bands that are printed on each page cannot wait for them. */
const WITH_ROWS: readonly Element['kind'][] = ['table', 'list', 'chart', 'map', 'subreport'];
const PAGE_BANDS = [
  'background',
  'pageHeader',
  'columnHeader',
  'columnFooter',
  'pageFooter',
  'lastPageFooter',
];
/** Points by which an element may stick out without a warning. */
const TOLERANCE = 0.5;

/** Checks sizes: room on the page, elements within their bands, and what each band can hold. */
export function checkLayout(template: Template, findings: Findings): void {
  const width = columnWidth(template.page);
  const height = printableHeight(template.page);
  if (width < 1) findings.error('$.page', 'The margins and columns leave no room on the page.');
  if (height < 1) findings.error('$.page.margins', 'The margins leave no room on the page.');
  for (const { band, path } of walkBands(template)) {
    if (band.height > height + TOLERANCE && band.split === 'prevent') {
      findings.error(
        `${path}.height`,
        `The band is ${band.height} points high and must not be split, but the page has room for ${height}.`,
      );
    }
  }
  const fixed = ['pageHeader', 'columnHeader', 'columnFooter', 'pageFooter'] as const;
  const taken = fixed.reduce((sum, kind) => sum + (template.bands[kind]?.height ?? 0), 0);
  if (taken >= height) findings.error('$.bands', 'Headers and footers leave no room for rows on the page.');
  checkElements(template, findings);
}

function checkElements(template: Template, findings: Findings): void {
  let count = 0;
  for (const { element, path, place, depth, room } of walkElements(template, printableWidth(template.page))) {
    const at = { element: element.id };
    count += 1;
    if (count > MAX_ELEMENTS) {
      findings.error(path, `The template has more than ${MAX_ELEMENTS} elements.`, at);
      return;
    }
    if (depth > MAX_DEPTH)
      findings.error(path, `The element is nested more than ${MAX_DEPTH} levels deep.`, at);
    if (PAGE_BANDS.includes(place.kind) && WITH_ROWS.includes(element.kind)) {
      findings.error(
        path,
        `A ${element.kind} cannot be in the band ${place.kind}. Move it to the title, a group, the detail or the summary.`,
        at,
      );
    }
    if (element.x < -TOLERANCE || element.x + element.width > room.width + TOLERANCE) {
      findings.warning(path, 'The element is wider than the room around it.', at);
    }
    if (element.y < -TOLERANCE || element.y + element.height > room.height + TOLERANCE) {
      findings.warning(path, 'The element is higher than the room around it.', at);
    }
  }
}
