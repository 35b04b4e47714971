import { DEFINITION_FILE } from '../disk/list-candidates.ts';
import { badDefinition } from '../errors.ts';
import { isObject, readDefinition } from '../read-definition.ts';
import type { Definition } from '../types.ts';
import { mergeDefinition } from './merge-definition.ts';
import type { PublishForm } from './read-publish-form.ts';
import { toThumbnail } from './thumbnail.ts';
import { unpackTemplate } from './unpack-template.ts';

export interface PreparedReport {
  definition: Definition;
  /** Bytes by path below the folder of the report; the definition comes last. */
  files: Map<string, Uint8Array>;
  hasTemplate: boolean;
}

/**
 * The files that a form makes of a report. What the form leaves out stays as in `current`.
 * @throws {AppError} bad_request for a definition with problems, and for files that are not a picture or a template
 */
export async function prepareFiles(
  key: string,
  current: Record<string, unknown>,
  form: PublishForm,
): Promise<PreparedReport> {
  const fields = form.definition ? readFields(key, form.definition) : current;
  const template = form.template ? await unpackTemplate(form.template) : null;
  const thumbnail = form.thumbnail ? await toThumbnail(form.thumbnail) : null;
  const { title, description, datasource, format } = form;
  const { bytes, definition } = mergeDefinition(key, fields, {
    ...{ title, description, datasource, format },
    ...(template ? { report: template.report } : {}),
  });
  const files = new Map<string, Uint8Array>(template?.files);
  if (thumbnail) files.set('thumbnail.png', thumbnail);
  files.set(DEFINITION_FILE, bytes);
  return { definition, files, hasTemplate: template !== null };
}

function readFields(key: string, bytes: Uint8Array): Record<string, unknown> {
  const { definition, problems } = readDefinition(key, bytes);
  if (!definition) throw badDefinition(problems);
  return isObject(definition.fields) ? definition.fields : {};
}
