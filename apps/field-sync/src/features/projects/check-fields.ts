import { isIdentifier } from '@cairn/db';
import { invalidField } from '../actions/errors.ts';
import { MAX_NAME, requireId, requireLine } from '../actions/read-fields.ts';
import { badGeopackage, badSchema } from './errors.ts';
import type { ProjectFields } from './types.ts';

const MAX_PROJECT = 500;
const MAX_PATH = 1000;
const MAX_TARGETS = 50;

/** Fields of a form as they are sent. */
export interface ProjectFieldsForm {
  name?: string;
  server_id?: string;
  project_id?: string;
  geopackage?: string;
  pglink_id?: string;
  schema?: string;
  'rsync_ids[]'?: string[];
}

/** Checks what a form says about a project, but whether what it names exists. @throws {AppError} bad_request */
export function readProjectFields(form: ProjectFieldsForm): ProjectFields {
  return {
    name: requireLine('name', form.name, MAX_NAME),
    serverId: requireId('server_id', form.server_id),
    providerProject: requireLine('project_id', form.project_id, MAX_PROJECT),
    geopackage: readGeopackage(form.geopackage),
    databaseLinkId: requireId('pglink_id', form.pglink_id),
    schema: readSchema(form.schema),
    fileTargetIds: readTargets(form['rsync_ids[]'] ?? []),
  };
}

/** As the provider spells it: relative, with `/`. @throws {AppError} bad_request */
export function readGeopackage(value: string | undefined): string {
  const path = requireLine('geopackage', value, MAX_PATH);
  const parts = path.split('/');
  const isWithin =
    !path.includes('\\') && parts.every((part) => part !== '' && part !== '.' && part !== '..');
  if (!isWithin || !/[^/]\.gpkg$/i.test(path)) throw badGeopackage();
  return path;
}

/** The system keeps names that begin with pg_ for itself. */
function readSchema(value: string | undefined): string {
  const name = requireLine('schema', value, MAX_NAME);
  if (!isIdentifier(name) || /^pg_/i.test(name) || name.toLowerCase() === 'information_schema')
    throw badSchema();
  return name;
}

function readTargets(values: string[]): number[] {
  if (values.length > MAX_TARGETS) throw invalidField(`rsync_ids[] may have at most ${MAX_TARGETS} values.`);
  const filled = values.filter((value) => value.trim() !== '');
  return [...new Set(filled.map((value) => requireId('rsync_ids[]', value)))].toSorted((a, b) => a - b);
}
