import { unprocessable } from '@cairn/service/errors';
import { coerceParameters } from '../parameters/coerce.ts';
import { valueTypeOfParameter } from '../template/scope.ts';
import type { SubreportElement } from '../template/types.ts';
import { convertValue } from '../values/convert.ts';
import type { Value } from '../values/types.ts';
import type { Fill, FilledBand, FillRequest } from './types.ts';

/** Reports within one another. */
export const MAX_SUBREPORT_DEPTH = 4;
const MAX_BANDS = 20_000;

export interface SubreportContext {
  request: FillRequest;
  depth: number;
  createFill(request: FillRequest, depth: number): Promise<Fill>;
  warn(sentence: string): void;
}

/**
 * Fills another report and gives its bands, which stand in the memory: its page headers and footers are left out, its column
 * header comes once.
 * @throws {AppError} unprocessable for reports nested too deep, and for one with too many bands.
 */
export async function fillSubreport(
  element: SubreportElement,
  values: Record<string, Value>,
  { request, depth, createFill, warn }: SubreportContext,
): Promise<FilledBand[]> {
  if (depth >= MAX_SUBREPORT_DEPTH) {
    throw unprocessable(
      'report-engine.subreports_too_deep',
      `Reports are nested more than ${MAX_SUBREPORT_DEPTH} levels deep, at ${element.report}.`,
    );
  }
  if (!request.openReport) {
    warn(`The report ${element.report} cannot be opened here; it is left out.`);
    return [];
  }
  const report = await request.openReport(element.report);
  const { openReport: _parent, openDataset: _rows, ...shared } = request;
  const fill = await createFill(
    { ...shared, ...report, parameters: parametersOf(report.template, values, request) },
    depth + 1,
  );
  try {
    return await collectBands(fill, element.report);
  } finally {
    fill.warnings.forEach(warn);
    await fill.close();
  }
}

function parametersOf(
  template: FillRequest['template'],
  values: Record<string, Value>,
  request: FillRequest,
): Record<string, Value> {
  // Defaults of what is not given; a value that is given is enough for a required one.
  const optional = template.parameters.map((parameter) => ({ ...parameter, required: false }));
  const coerced = coerceParameters({ title: template.title, parameters: optional }, {}, request).values;
  for (const { name, type } of template.parameters) {
    if (Object.hasOwn(values, name))
      coerced[name] = convertValue(values[name] ?? null, valueTypeOfParameter(type), request.timeZone);
  }
  return coerced;
}

async function collectBands(fill: Fill, key: string): Promise<FilledBand[]> {
  const bands: FilledBand[] = [];
  let hasHeader = false;
  for await (const event of fill.events()) {
    if (event.type !== 'band') continue;
    if (!hasHeader && event.band.kind !== 'title') {
      hasHeader = true;
      const header = fill.pageBand('columnHeader', event.state, {
        pageNumber: 1,
        columnNumber: 1,
        pageCount: 1,
      });
      if (header && event.band.kind !== 'noData') bands.push(header);
    }
    bands.push(event.band);
    if (bands.length > MAX_BANDS) {
      throw unprocessable(
        'report-engine.subreport_too_long',
        `The report ${key} within this one has more than ${MAX_BANDS} bands. Narrow its parameters.`,
      );
    }
  }
  return bands;
}
