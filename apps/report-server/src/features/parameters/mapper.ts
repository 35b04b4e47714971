import type { ReportServerSchemas } from '@cairn/contracts';
import { pageSize } from '@cairn/report-engine';
import type { Element, Parameter, Template } from '@cairn/report-engine';
import { EXTERNAL_FORMATS } from '../executions/external/check-request.ts';
import { FORMAT_NAMES, FORMATS } from '../executions/formats.ts';
import type { FormatName } from '../executions/formats.ts';
import type { RunnableReport } from '../executions/prepare-run.ts';

export function toConfigBody(
  report: RunnableReport,
  description: string,
): ReportServerSchemas['ReportConfig'] {
  const { template } = report;
  return {
    name: report.key,
    title: report.title,
    description,
    engine: report.engine,
    version: report.version,
    datasource: report.datasource,
    formats: formatsOf(report).map((name) => ({
      name,
      mime: FORMATS[name].mime,
      leaves_out: FORMATS[name].leavesOut,
    })),
    default_format: 'html',
    parameters: template.parameters.map(toDescriptor),
    page: { ...pageSize(template.page), orientation: template.page.orientation },
    map: hasMap(template),
    viewer: {
      toolbar: true,
      parameters: template.parameters.some(({ hidden }) => !hidden),
      export: true,
      zoom: true,
    },
  };
}

/** The formats that the engine of a report has. */
export function formatsOf({ engine }: Pick<RunnableReport, 'engine'>): readonly FormatName[] {
  return engine === 'external' ? EXTERNAL_FORMATS : FORMAT_NAMES;
}

function toDescriptor(parameter: Parameter): ReportServerSchemas['ParameterDescriptor'] {
  const { name, label, description, type, hidden, source, free } = parameter;
  const item = /^list<(.+)>$/.exec(type)?.[1];
  return {
    name,
    label: label ?? name,
    ...(description === undefined ? {} : { description }),
    type: item ?? type,
    // What an expression fills in may be left out.
    required: parameter.required === true && parameter.defaultExpression === undefined,
    multiple: item !== undefined,
    hidden: hidden ?? false,
    default: parameter.default ?? null,
    depends_on: parameter.depends_on ?? [],
    lookup: source !== undefined && 'sql' in source,
    free: free ?? false,
    options: source && 'options' in source ? source.options : null,
  };
}

/** All elements of a template, those in frames and lists included. */
export function elementsOf({ bands, groups }: Template): Element[] {
  const all = [
    ...Object.values(bands).flat(),
    ...groups.flatMap(({ header, footer }) => [header, footer]),
  ].flatMap((band) => band?.elements ?? []);
  const inside = (element: Element): Element[] => {
    if (element.kind === 'frame') return [element, ...element.elements.flatMap(inside)];
    if (element.kind === 'list') return [element, ...element.band.elements.flatMap(inside)];
    return [element];
  };
  return all.flatMap(inside);
}

function hasMap(template: Template): boolean {
  return elementsOf(template).some(({ kind }) => kind === 'map');
}
