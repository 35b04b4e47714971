import { writePlainText } from '@cairn/report-engine';
import type { Parameter, Value } from '@cairn/report-engine';
import { badRequest } from '@cairn/service';
import type { FormatName } from '../formats.ts';

/** Formats that engines of this kind have. */
export const EXTERNAL_FORMATS: readonly FormatName[] = [
  ...(['html', 'pdf', 'rtf', 'xls', 'xlsx', 'docx', 'pptx', 'csv'] as const),
];

/** @throws {AppError} bad_request */
export function checkExternalFormat(format: FormatName): void {
  if (EXTERNAL_FORMATS.includes(format)) return;
  throw badRequest(
    'report-server.engine_format',
    `This report runs on an external engine, which has no ${format}. Choose one of ${EXTERNAL_FORMATS.join(', ')}.`,
  );
}

/**
 * The values of declared parameters as texts. Such an engine reads the first value of a key only, so a longer list is refused
 * instead of cut. A name that begins with `_` is an option of the engine, not a parameter.
 * @throws {AppError} bad_request that names the parameter
 */
export function toExternalParameters(
  parameters: readonly Pick<Parameter, 'name'>[],
  values: Readonly<Record<string, Value>>,
): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const { name } of parameters) {
    const value = values[name] ?? null;
    const items: readonly Value[] = isList(value) ? value : [value];
    if (items.length > 1) {
      throw badRequest(
        'report-server.engine_list',
        `This report runs on an external engine, which reads one value of "${name}" only. Send one value.`,
      );
    }
    const text = writePlainText(items[0] ?? null);
    if (text !== '' && !name.startsWith('_')) texts[name] = text;
  }
  return texts;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
