import { badRequest, callService, forbidden } from '@cairn/service';
import type { Call } from '@cairn/service';
import { reportServerAway } from '../errors.ts';
import { readKey } from '../key.ts';
import { isObject } from '../read-definition.ts';
import type { TemplateFinding } from '../types.ts';
import { mergeDefinition } from './merge-definition.ts';
import type { PublishForm, UploadedFile } from './read-publish-form.ts';
import { toDefinitionParameters } from './template-parameters.ts';
import { unpackTemplate } from './unpack-template.ts';

const IMPORT_MS = 60_000;

export interface GeneratedDefinition {
  definition: Record<string, unknown>;
  findings: TemplateFinding[];
}

interface ReadTemplate {
  template: Record<string, unknown>;
  findings: TemplateFinding[];
}

/**
 * The definition that the parameters of a template give. Nothing is stored; the report server reads a `.jrxml` with the rights of the
 * caller.
 * @throws {AppError} bad_request for what is no template, unavailable without a report server
 */
export async function generateDefinition(
  config: { reportServerUrl?: string },
  form: PublishForm,
  call: Call,
): Promise<GeneratedDefinition> {
  if (!form.template) {
    throw badRequest('report-mgmt.no_template', 'Choose a template: a template.json, a .jrxml or a zip.');
  }
  const { files, report } = await unpackTemplate(form.template);
  const native = files.get('template.json');
  const { template, findings } = native ? readNative(native) : await importJrxml(config, form.template, call);
  const key = readKey(form.name) ?? 'report';
  const parameters = Array.isArray(template['parameters']) ? template['parameters'] : [];
  const { bytes } = mergeDefinition(
    key,
    {},
    {
      title: form.title ?? textOf(template, 'title') ?? key,
      description: form.description ?? textOf(template, 'description'),
      ...{ report, datasource: form.datasource ?? '', format: form.format ?? 'html' },
      parameters: toDefinitionParameters(parameters),
    },
  );
  return { definition: JSON.parse(bytes.toString()) as Record<string, unknown>, findings };
}

function readNative(bytes: Buffer): ReadTemplate {
  try {
    const template = JSON.parse(bytes.toString()) as unknown;
    if (isObject(template)) return { template, findings: [] };
  } catch {
    // Refused below.
  }
  throw badRequest('report-mgmt.bad_template', 'The template is not valid JSON. Export it again.');
}

async function importJrxml(
  { reportServerUrl }: { reportServerUrl?: string },
  { name, bytes }: UploadedFile,
  call: Call,
): Promise<ReadTemplate> {
  if (!reportServerUrl) throw reportServerAway();
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(bytes)]), name);
  const url = `${reportServerUrl.replace(/\/$/, '')}/api/v1/reports/import`;
  const request = { url, method: 'POST', body, call, forwardCredentials: true, deadlineMs: IMPORT_MS };
  const response = await callService(request).catch(() => Promise.reject(reportServerAway()));
  const answer = (await response.json().catch(() => ({}))) as Partial<ReadTemplate> & { error?: string };
  if (response.ok && answer.template) return { template: answer.template, findings: answer.findings ?? [] };
  if (response.status === 403) {
    throw forbidden(
      'report-mgmt.import_forbidden',
      'Reading a .jrxml needs the edit permission on the report server. Ask an administrator for it.',
    );
  }
  if (response.status >= 500) throw reportServerAway();
  throw badRequest('report-mgmt.bad_template', answer.error ?? 'The report server refused the template.');
}

function textOf(fields: Record<string, unknown>, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
