import { ProgramError } from '@cairn/geo';
import type { Reader } from '@cairn/geo';
import { badRequest, unavailable } from '@cairn/service';

export type RowReader = Pick<Reader, 'ask'>;

/** A reader that says in a sentence that rows cannot be read; why exactly may hold bytes of the file. */
export function explainingReader(reader: Reader): RowReader {
  return {
    ask: (request, options) =>
      reader.ask(request, options).catch((error: unknown) => {
        throw explain(error);
      }),
  };
}

function explain(error: unknown): unknown {
  if (!(error instanceof ProgramError)) return error;
  if (error.reason === 'timeout')
    return unavailable(
      'vault.rows_too_slow',
      'It takes too long to find these rows; ask for fewer, or without sorting.',
    );
  return badRequest('vault.rows_unreadable', 'The rows of this layer cannot be read; export the file again.');
}
