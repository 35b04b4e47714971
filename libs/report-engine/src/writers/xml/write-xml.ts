import type { Fill, WriterOutput, WriteResult } from '../../fill/types.ts';
import type { Column } from '../../values/types.ts';
import { writeDataValue } from '../data-value.ts';
import { writeTexts } from '../write-texts.ts';
import { XML_DECLARATION, xmlAttribute, xmlName } from '../xml-text.ts';

/**
 * The rows of the main dataset, one element each. Its attributes are the columns, listed with their types and full names at the
 * beginning; null has no attribute, an empty text an empty one.
 */
export async function writeXml(
  fill: Fill,
  { stream }: WriterOutput,
  signal?: AbortSignal,
): Promise<WriteResult> {
  const result = { rows: 0 };
  await writeTexts(writeElements(fill, result), stream, signal);
  return result;
}

async function* writeElements(fill: Fill, result: WriteResult): AsyncGenerator<string> {
  const { template, columns, settings } = fill;
  const attributes = nameAttributes(columns);
  const date = settings.now.toISOString();
  yield `${XML_DECLARATION}<report title="${xmlAttribute(template.title)}" created="${date}" timeZone="${xmlAttribute(settings.timeZone)}"${template.lang ? ` xml:lang="${xmlAttribute(template.lang)}"` : ''}>\n<columns>\n`;
  for (const { attribute, name, type } of attributes)
    yield `<column attribute="${attribute}" name="${xmlAttribute(name)}" type="${type}"/>\n`;
  yield '</columns>\n<rows>\n';
  for await (const event of fill.events({ bands: false })) {
    if (event.type !== 'row') continue;
    result.rows += 1;
    let element = '<row';
    for (const { attribute, name } of attributes) {
      const value = event.row[name] ?? null;
      if (value === null) continue;
      const text =
        typeof value === 'number'
          ? String(value)
          : xmlAttribute(writeDataValue(value, settings.timeZone, 'T'));
      element += ` ${attribute}="${text}"`;
    }
    yield `${element}/>\n`;
  }
  yield '</rows>\n</report>\n';
}

function nameAttributes(columns: readonly Column[]): (Column & { attribute: string })[] {
  const used = new Set<string>();
  return columns.map((column) => {
    const base = xmlName(column.name);
    let attribute = base;
    for (let i = 2; used.has(attribute); i += 1) attribute = `${base}_${i}`;
    used.add(attribute);
    return { ...column, attribute };
  });
}
