import { ProgramError } from '@cairn/programs';
import type { Reader } from '@cairn/geo';
import { badRequest, unavailable } from '@cairn/service';

export type RowReader = Pick<Reader, 'run'>;

/** A reader that says in a sentence that rows cannot be read; why exactly may hold bytes of the file. */
export function explainingReader(reader: Reader): RowReader {
  return {
    run: (request, options) =>
      reader.run(request, options).catch((error: unknown) => {
        throw explain(error);
      }),
  };
}

function explain(error: unknown): unknown {
  if (!(error instanceof ProgramError)) return error;
  if (error.reason !== 'failed')
    return unavailable(
      'vault.rows_not_in_time',
      'These rows could not be read in time; try again in a moment, or ask for fewer of them.',
    );
  return badRequest('vault.rows_unreadable', 'The rows of this layer cannot be read; export the file again.');
}
