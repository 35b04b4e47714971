import { extname } from 'node:path';
import { badRequest } from '@cairn/service';

const MAX_LENGTH = 200;
/** Letters and digits of any script, and `_ - . ( )` and spaces between them. */
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_. ()-]*[\p{L}\p{N}\p{M}_)-])?$/u;

/** Normalizes the name of a dataset. @throws {AppError} bad_request for an invalid name. */
export function datasetName(chosen: string): string {
  const name = chosen.normalize('NFC').trim();
  if (name === '') throw badRequest('vault.name_missing', 'The dataset needs a name.');
  if (name.length > MAX_LENGTH) {
    throw badRequest(
      'vault.name_too_long',
      `The name has ${name.length} characters, and ${MAX_LENGTH} is the maximum. Choose a shorter one.`,
    );
  }
  if (!NAME.test(name) || name.includes('..')) {
    throw badRequest(
      'vault.bad_name',
      'A dataset name may contain letters, digits, spaces and _ - . ( ). It must begin with a letter or digit and must not end with a dot.',
    );
  }
  return name;
}

/** The dataset name for a file: the file name without its extension, with invalid characters replaced by `_`. */
export function nameFromFile(fileName: string): string {
  const stem = fileName.slice(0, fileName.length - extname(fileName).length).normalize('NFC');
  const plain = stem
    .replace(/[^\p{L}\p{N}\p{M}_. ()-]+/gu, '_')
    .replace(/\.{2,}/g, '.')
    .replace(/^[^\p{L}\p{N}]+|[. (]+$/gu, '');
  if (plain === '') {
    throw badRequest(
      'vault.bad_file_name',
      'The file name does not contain a valid dataset name. Set dataset_name.',
    );
  }
  return datasetName(plain);
}
