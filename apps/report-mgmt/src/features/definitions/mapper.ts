import type { ReportMgmtSchemas } from '@cairn/contracts';
import type { ExpandedParameter } from './options.ts';
import type { Definition } from './types.ts';

export function toConfigBody(
  { fields, name, title, report, datasource, format, accessGroups }: Definition,
  parameters: ExpandedParameter[],
): ReportMgmtSchemas['ReportConfig'] {
  const { params: _params, ...kept } = fields;
  return {
    ...kept,
    ...{ name, title, report, datasource, format, access_groups: accessGroups },
    parameters: parameters as ReportMgmtSchemas['ReportParameter'][],
  };
}
