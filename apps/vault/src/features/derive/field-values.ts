import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { DerivedFiles } from '@cairn/files';
import { findField } from '@cairn/geo';
import { ProgramError } from '@cairn/programs';
import type { FieldValues, Reader } from '@cairn/geo';
import { badRequest, unavailable } from '@cairn/service';
import type { VaultConfig } from '../../config.ts';
import type { ContentService } from '../content/service.ts';
import { fieldsOf } from './read-request.ts';
import type { LayerSource } from './types.ts';

const MAX_VALUES = 200;

export interface FieldValuesDeps {
  contents: ContentService;
  derived: DerivedFiles;
  reader: Reader;
  config: Pick<VaultConfig, 'previewSeconds'>;
}

/** Counts the values of a field. The result is stored and serves every version with the same bytes. */
export async function listFieldValues(
  { contents, derived, reader, config }: FieldValuesDeps,
  { version, layer }: LayerSource,
  name: string,
): Promise<{ field: string } & FieldValues> {
  const { name: field, type } = findField(name, fieldsOf(layer));
  if (type === 'binary')
    throw badRequest(
      'vault.field_unfit',
      `The field "${field}" contains binary data, which has no list of values.`,
    );
  const key = createHash('sha256')
    .update(JSON.stringify([layer.name, field]))
    .digest('hex')
    .slice(0, 16);
  const file = await derived.ensure(version.sha256, `values-${key}.json`, async (output) => {
    const { path } = await contents.readable(version);
    const request = { task: 'fieldValues', file: path, layer: layer.name, limit: MAX_VALUES } as const;
    const values = await reader
      .run({ ...request, field: { name: field, type } }, { timeLimitMs: config.previewSeconds * 1_000 })
      .catch((error: unknown) => Promise.reject(tooSlow(error)));
    await writeFile(output, JSON.stringify(values));
  });
  return { field, ...(JSON.parse(await readFile(file, 'utf8')) as FieldValues) };
}

function tooSlow(error: unknown): unknown {
  if (!(error instanceof ProgramError) || error.reason !== 'timeout') return error;
  return unavailable(
    'vault.too_many_values',
    'Counting the values of this field takes longer than this server allows. Type the value instead.',
  );
}
