import { badRequest } from '@cairn/service';
import { checkTitle } from '../access/title.ts';
import type { ReportFields, ReportUpdate } from './types.ts';

/** What a request sets, and what it leaves as it was. */
export function fieldsOf(
  input: Omit<ReportUpdate, 'revision'>,
  former: Partial<ReportFields> & Pick<ReportFields, 'title' | 'description'>,
): ReportFields {
  const { engine = former.engine ?? 'native', description = former.description } = input;
  const allowed = input.allowed_datasources ?? former.allowedDatasources ?? [];
  if (engine === 'external' && allowed.length > 0) {
    throw badRequest(
      'report-server.external_datasources',
      'A report of the external engine has one datasource. Remove the allowed ones.',
    );
  }
  return {
    title: checkTitle(input.title ?? former.title),
    description: description.trim(),
    engine,
    datasource: input.datasource === undefined ? (former.datasource ?? null) : input.datasource,
    allowedDatasources: [...new Set(allowed)],
  };
}

/**
 * The datasources that a change adds. Somebody who may view them chose the former ones. An allowed one that becomes the report's own is
 * new: all viewers of the report read it then.
 */
export function newDatasources(fields: ReportFields, former: ReportFields): string[] {
  const had = new Set([former.datasource, ...former.allowedDatasources]);
  const own = fields.datasource === former.datasource ? null : fields.datasource;
  const allowed = fields.allowedDatasources.filter((key) => !had.has(key));
  return own === null ? allowed : [own, ...allowed];
}
