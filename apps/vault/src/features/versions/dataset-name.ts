import { extname } from 'node:path';
import { badRequest } from '@cairn/service';

const MAX_LENGTH = 200;
/** Letters and digits of any script, and `_ - . ( )` and spaces between them. */
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_. ()-]*[\p{L}\p{N}\p{M}_)-])?$/u;

/** A name that somebody chose for a dataset, as it is kept. AppError `bad_request` when it is none. */
export function datasetName(chosen: string): string {
  const name = chosen.normalize('NFC').trim();
  if (name === '') throw badRequest('vault.name_missing', 'The dataset needs a name.');
  if (name.length > MAX_LENGTH) {
    throw badRequest(
      'vault.name_too_long',
      `The name has ${name.length} characters; ${MAX_LENGTH} is the most. Choose a shorter one.`,
    );
  }
  if (!NAME.test(name) || name.includes('..')) {
    throw badRequest(
      'vault.bad_name',
      'A dataset name holds letters, digits, spaces and _ - . ( ) and begins with a letter or digit; it does not end with a dot.',
    );
  }
  return name;
}

/** The name that a file gives to a dataset: its own without the extension, what does not fit replaced by `_`. */
export function nameFromFile(fileName: string): string {
  const stem = fileName.slice(0, fileName.length - extname(fileName).length).normalize('NFC');
  const plain = stem
    .replace(/[^\p{L}\p{N}\p{M}_. ()-]+/gu, '_')
    .replace(/\.{2,}/g, '.')
    .replace(/^[^\p{L}\p{N}]+|[. (]+$/gu, '');
  if (plain === '') {
    throw badRequest(
      'vault.bad_file_name',
      'The file has no name that a dataset could take; give dataset_name.',
    );
  }
  return datasetName(plain);
}
