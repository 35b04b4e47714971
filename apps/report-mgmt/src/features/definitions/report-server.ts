import { signServiceToken } from '@cairn/auth';
import { callService } from '@cairn/service';
import type { ReportMgmtConfig } from '../../config.ts';
import { personHeaders } from '../engine/person-headers.ts';
import { reportServerAway } from './errors.ts';
import type { SentFields } from './sent-fields.ts';
import type { ParameterOption, TemplateFinding } from './types.ts';

export type ReportServer = ReturnType<typeof createReportServer>;

type Config = Pick<ReportMgmtConfig, 'reportServerUrl' | 'serviceSecret'>;

/** One statement of at most 5 s there. */
const OPTIONS_MS = 10_000;
/** The report server imports the template and encodes its pictures. */
const TEMPLATE_MS = 60_000;

export interface TemplateAnswer {
  created: boolean;
  version: number;
  findings: TemplateFinding[];
  parameters: unknown[];
}

export interface ImportedTemplate {
  template: Record<string, unknown>;
  findings: TemplateFinding[];
}

interface OptionsBody {
  options: ParameterOption[];
  truncated: boolean;
  /** Parameters without a value. */
  needs: string[];
  error: string;
}

export type OptionsAnswer =
  { options: ParameterOption[]; isTruncated: boolean } | { needs: string[] } | { error: string };

/** What the report server does for definitions. */
export function createReportServer({ reportServerUrl, serviceSecret }: Config) {
  /** @throws {AppError} unavailable without a report server or while it does not answer */
  function call(path: string, options: Omit<Parameters<typeof callService>[0], 'url'>): Promise<Response> {
    if (!reportServerUrl) throw reportServerAway();
    const token = signServiceToken({
      ...{ service: 'report-mgmt', audience: 'report-server', secret: serviceSecret },
    });
    const headers = { ...options.headers, authorization: `Bearer ${token}` };
    return callService({ ...options, url: reportServerUrl.replace(/\/$/, '') + path, headers }).catch(() =>
      Promise.reject(reportServerAway()),
    );
  }

  return {
    /** Keys of the enabled datasources. */
    async datasources(): Promise<string[]> {
      const response = await call('/internal/datasources', {});
      if (!response.ok) throw reportServerAway();
      const { datasources } = (await response.json()) as { datasources: { key: string }[] };
      return datasources.map(({ key }) => key);
    },

    /** Options of a parameter, as a person may see them; `null` is a visitor. Returns a sentence when the statement fails. */
    async options(
      datasource: string,
      request: { sql: string; values: Record<string, string | string[]>; personId: number | null },
    ): Promise<OptionsAnswer> {
      const { sql, values, personId } = request;
      const response = await call(`/internal/datasources/${encodeURIComponent(datasource)}/options`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...personHeaders(personId, serviceSecret) },
        body: JSON.stringify({ sql, values, on_behalf_of: personId }),
        deadlineMs: OPTIONS_MS,
      });
      const body = (await response.json().catch(() => ({}))) as Partial<OptionsBody>;
      if (response.ok && body.options) return { options: body.options, isTruncated: body.truncated === true };
      if (body.needs?.length) return { needs: body.needs };
      return { error: body.error ?? 'The report server did not answer as expected. Try again in a moment.' };
    },

    /** Reads a template of JasperReports, which nobody stores; returns the sentence of a refusal. */
    async importTemplate(
      { name, bytes }: { name: string; bytes: Buffer },
      personId: number | null,
    ): Promise<ImportedTemplate | { error: string }> {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(bytes)]), name);
      const response = await call('/internal/reports/import', {
        ...{
          method: 'POST',
          body: form,
          headers: personHeaders(personId, serviceSecret),
          deadlineMs: TEMPLATE_MS,
        },
      });
      if (response.status >= 500 || response.status === 401) throw reportServerAway();
      const body = (await response.json().catch(() => ({}))) as Partial<ImportedTemplate> & {
        error?: string;
      };
      if (response.ok && body.template) return { template: body.template, findings: body.findings ?? [] };
      return { error: body.error ?? 'The report server refused the template.' };
    },

    /** Sends a template; returns its findings, or those for which it was refused. */
    async putTemplate(
      key: string,
      form: FormData,
    ): Promise<{ accepted: TemplateAnswer } | { refused: TemplateFinding[]; error: string }> {
      const response = await call(`/internal/reports/${encodeURIComponent(key)}/template`, {
        ...{ method: 'PUT', body: form, deadlineMs: TEMPLATE_MS },
      });
      // It refuses us, not the template: a fault of the set-up, which somebody repairs.
      if (response.status >= 500 || response.status === 401) throw reportServerAway();
      const body = (await response.json().catch(() => ({}))) as Partial<TemplateAnswer> & { error?: string };
      if (response.ok) {
        const { created = false, version = 1, findings = [], parameters = [] } = body;
        return { accepted: { created, version, findings, parameters } };
      }
      return { refused: body.findings ?? [], error: body.error ?? 'The report server refused the template.' };
    },

    /**
     * Changes texts or the datasource of a report; one that the report server does not have is no error. Returns why it is refused.
     * @param authorId who chose the datasource; null: the operator
     */
    async changeReport(
      key: string,
      { datasource, ...texts }: Partial<SentFields>,
      authorId: number | null,
    ): Promise<string | null> {
      const source = datasource === undefined ? {} : { datasource: datasource || null };
      const author = datasource === undefined || authorId === null ? {} : { author: authorId };
      const response = await call(`/internal/reports/${encodeURIComponent(key)}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...texts, ...source, ...author }),
      });
      if (response.ok || response.status === 404) return null;
      if (response.status >= 500 || response.status === 401) throw reportServerAway();
      const { error } = (await response.json().catch(() => ({}))) as { error?: string };
      return error ?? 'The report server refused the definition.';
    },

    /** Archives a report or brings it back; one that the report server does not have is no error. */
    async setArchived(
      key: string,
      { isArchived, personId }: { isArchived: boolean; personId: number | null },
    ): Promise<void> {
      const path = `/internal/reports/${encodeURIComponent(key)}${isArchived ? '' : '/restore'}`;
      const response = await call(path, {
        ...{ method: isArchived ? 'DELETE' : 'POST', headers: personHeaders(personId, serviceSecret) },
      });
      if (!response.ok && response.status !== 404) throw reportServerAway();
    },
  };
}
