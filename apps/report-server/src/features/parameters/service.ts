import { coerceParameters, compileSql, writePlainText } from '@cairn/report-engine';
import type { Parameter, RunSettings, Template, Value } from '@cairn/report-engine';
import { badRequest, notFound } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { DatasetConnection } from '../executions/render/dataset-rows.ts';
import { bindParameters, emptyBound } from '../executions/bind-parameters.ts';
import type { OptionsRun, RunnableReport } from '../executions/prepare-run.ts';
import type { SealedDatasource } from '../datasources/types.ts';
import { chooseOptions, readOptions } from './read-options.ts';
import type { Lookup, LookupRequest, Option } from './types.ts';

export interface ParameterDeps {
  openReport(actor: Actor, key: string): Promise<RunnableReport>;
  openDatasource(
    actor: Actor,
    report: RunnableReport,
    wanted: string | null,
  ): Promise<SealedDatasource | null>;
  connect(actor: Actor, datasource: SealedDatasource): Promise<Omit<DatasetConnection, 'timeZone'>>;
  allowSql(actor: Actor, datasource: SealedDatasource): Promise<void>;
}

export type ParameterService = ReturnType<typeof createParameterService>;

export function createParameterService(deps: ParameterDeps) {
  /** The options of a statement, with the values that it depends on bound. */
  async function* optionsOf(
    actor: Actor,
    report: RunnableReport,
    { parameter, values, settings, datasource }: OptionsRun & { parameter: Parameter },
  ): AsyncGenerator<Option> {
    const { source } = parameter;
    if (!source || !('sql' in source) || datasource === null) return;
    await deps.allowSql(actor, datasource);
    const connection = await deps.connect(actor, datasource);
    const { parameters } = report.template;
    yield* readOptions(
      { ...connection, timeZone: settings.timeZone },
      {
        subject: `options of "${parameter.name}"`,
        ...compileSql(source.sql, { parameters, values, named: true }),
      },
    );
  }

  return {
    /** What a viewer needs to show a report. */
    openReport: deps.openReport,

    /** @throws {AppError} not_found for a parameter without options, bad_request for a value of a wrong form */
    async lookup(actor: Actor, request: LookupRequest): Promise<Lookup> {
      const report = await deps.openReport(actor, request.report);
      const parameter = report.template.parameters.find(({ name }) => name === request.parameter);
      if (!parameter?.source) {
        throw notFound(
          'report-server.no_lookup',
          `The report "${report.key}" has no parameter "${request.parameter}" with options.`,
        );
      }
      if ('options' in parameter.source) return toLookup(parameter.source.options, request);
      const datasource = await deps.openDatasource(actor, report, request.datasource ?? null);
      const settings = settingsOf(report.template);
      const known = onlyKnown([...(parameter.depends_on ?? []), ...(request.bound ?? [])], request.params);
      const dependencies = new Set(parameter.depends_on);
      const empty = emptyBound(known, request.bound).filter((name) => dependencies.has(name));
      const needs = [...dependencies].filter((name) => !(known[name] ?? []).some((text) => text !== ''));
      if (empty.length > 0) return { options: [], truncated: false, needs: [] };
      if (needs.length > 0) return { options: [], truncated: false, needs };
      const declared = bindParameters(report.template, request.bound);
      const { values } = coerceParameters(withoutRequired(declared, known), known, settings);
      return toLookup(optionsOf(actor, report, { parameter, values, settings, datasource }), request);
    },

    /**
     * Refuses values that are not among the options of their parameters' statements, so that a value cannot be typed that the form
     * does not offer.
     * @throws {AppError} bad_request that names the parameter
     */
    async checkOptions(actor: Actor, report: RunnableReport, { values, ...run }: OptionsRun): Promise<void> {
      for (const parameter of report.template.parameters) {
        const value = values[parameter.name] ?? null;
        const isChecked = parameter.source && 'sql' in parameter.source && !parameter.free;
        if (!isChecked || isEmpty(value)) continue;
        const left = new Set((isList(value) ? value : [value]).map(writePlainText));
        for await (const option of optionsOf(actor, report, { ...run, parameter, values })) {
          left.delete(String(option.value));
          if (left.size === 0) break;
        }
        if (left.size > 0) throw notAnOption(parameter, [...left][0]!);
      }
    },
  };
}

function settingsOf({ lang = 'en' }: Template): RunSettings {
  return { locale: lang, timeZone: 'UTC', now: new Date() };
}

/** Only what the parameter depends on and what is bound counts; other names are as if they had not been sent. */
function onlyKnown(
  names: readonly string[],
  params: Readonly<Record<string, readonly string[]>>,
): Record<string, readonly string[]> {
  return Object.fromEntries(names.flatMap((name) => (params[name] ? [[name, params[name]]] : [])));
}

/** The template with the parameters that are known: others need no value for a look-up. */
function withoutRequired(
  template: Pick<Template, 'title' | 'parameters'>,
  known: Readonly<Record<string, unknown>>,
) {
  const parameters = template.parameters.map((parameter) =>
    known[parameter.name] === undefined ? { ...parameter, required: false } : parameter,
  );
  return { title: template.title, parameters };
}

async function toLookup(
  options: AsyncIterable<Option> | Iterable<Option>,
  request: Pick<LookupRequest, 'q' | 'limit'>,
): Promise<Lookup> {
  return { ...(await chooseOptions(options, request)), needs: [] };
}

function notAnOption({ name, label }: Parameter, value: string) {
  return badRequest(
    'report-server.not_an_option',
    `"${value}" is not among the options of ${label ?? name}. Choose one of its options.`,
  );
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

function isEmpty(value: Value): boolean {
  return value === null || value === '' || (isList(value) && value.length === 0);
}
