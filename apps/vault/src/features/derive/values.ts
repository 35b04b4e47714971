import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { DerivedFiles } from '@cairn/files';
import { findField } from '@cairn/geo';
import { ProgramError } from '@cairn/programs';
import type { FieldValues, Reader } from '@cairn/geo';
import { badRequest, unavailable } from '@cairn/service';
import type { VaultConfig } from '../../config.ts';
import type { ContentService } from '../content/service.ts';
import { fieldsOf } from './request.ts';
import type { LayerSource } from './source.ts';

const MAX_VALUES = 200;

interface ValueDeps {
  contents: ContentService;
  derived: DerivedFiles;
  reader: Reader;
  config: Pick<VaultConfig, 'previewSeconds'>;
}

/** Counts the values of a field, once for the bytes of the file. */
export async function fieldValues(
  { contents, derived, reader, config }: ValueDeps,
  { version, layer }: LayerSource,
  name: string,
): Promise<{ field: string } & FieldValues> {
  const { name: field, type } = findField(name, fieldsOf(layer));
  if (type === 'binary')
    throw badRequest('vault.field_unfit', `The field "${field}" holds bytes, which are not listed.`);
  const asked = createHash('sha256')
    .update(JSON.stringify([layer.name, field]))
    .digest('hex')
    .slice(0, 16);
  const kept = await derived.ensure(version.sha256, `values-${asked}.json`, async (output) => {
    const { path } = await contents.readable(version);
    const request = { task: 'fieldValues', file: path, layer: layer.name, limit: MAX_VALUES } as const;
    const values = await reader
      .run({ ...request, field: { name: field, type } }, { timeLimitMs: config.previewSeconds * 1_000 })
      .catch((error: unknown) => Promise.reject(tooSlow(error)));
    await writeFile(output, JSON.stringify(values));
  });
  return { field, ...(JSON.parse(await readFile(kept, 'utf8')) as FieldValues) };
}

function tooSlow(error: unknown): unknown {
  if (!(error instanceof ProgramError) || error.reason !== 'timeout') return error;
  return unavailable(
    'vault.too_many_values',
    'Counting the values of this field takes longer than the server allows; write the condition by hand.',
  );
}
