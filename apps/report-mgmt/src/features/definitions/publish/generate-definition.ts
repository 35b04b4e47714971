import { badRequest } from '@cairn/service';
import type { Actor } from '@cairn/service';
import { readKey } from '../key.ts';
import { isObject } from '../read-definition.ts';
import type { ImportedTemplate, ReportServer } from '../report-server.ts';
import type { TemplateFinding } from '../types.ts';
import { mergeDefinition } from './merge-definition.ts';
import type { PublishForm } from './read-publish-form.ts';
import { toDefinitionParameters } from './template-parameters.ts';
import { unpackTemplate } from './unpack-template.ts';

export interface GeneratedDefinition {
  definition: Record<string, unknown>;
  findings: TemplateFinding[];
}

/**
 * The definition that the parameters of a template give. Nothing is stored; the report server reads a `.jrxml`.
 * @throws {AppError} bad_request for a file that is not a template, unavailable without a report server
 */
export async function generateDefinition(
  reportServer: Pick<ReportServer, 'importTemplate'>,
  form: PublishForm,
  actor: Actor,
): Promise<GeneratedDefinition> {
  if (!form.template) {
    throw badRequest('report-mgmt.no_template', 'Choose a template: a template.json, a .jrxml or a zip.');
  }
  const { files, report } = await unpackTemplate(form.template);
  const native = files.get('template.json');
  const read = native ? readNative(native) : await reportServer.importTemplate(form.template, actor.id);
  if ('error' in read) throw badRequest('report-mgmt.bad_template', read.error);
  const { template, findings } = read;
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

function readNative(bytes: Buffer): ImportedTemplate {
  try {
    const template = JSON.parse(bytes.toString()) as unknown;
    if (isObject(template)) return { template, findings: [] };
  } catch {
    // Refused below.
  }
  throw badRequest('report-mgmt.bad_template', 'The template is not valid JSON. Export it again.');
}

function textOf(fields: Record<string, unknown>, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
