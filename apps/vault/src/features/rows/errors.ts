import { ProgramError } from '@cairn/programs';
import { AppError, badRequest, conflict, notFound, unavailable } from '@cairn/service';
import type { Version } from '../versions/types.ts';
import type { LayerSchema } from './types.ts';

export function noRows(reason: string): AppError {
  return badRequest('vault.no_rows', reason);
}

export function noSuchLayer(layer: string): AppError {
  return notFound('vault.no_such_layer', `There is no layer "${layer}" in this version.`);
}

export function notEditable(reason: string): AppError {
  return conflict('vault.not_editable', reason);
}

export function noSuchRow({ key: column }: Pick<LayerSchema, 'key'>, key: string): AppError {
  return conflict(
    'vault.no_such_row',
    `There is no longer a row with ${column ?? 'the key'} ${key}. Reload the rows.`,
  );
}

/** For a row that was changed since the caller read it; the answer carries the row as it is now. */
export function rowChanged(current: { row: Record<string, unknown>; hash: string }): AppError {
  return new AppError({
    kind: 'conflict',
    code: 'vault.row_changed',
    message: 'The row was changed since you read it. Check its current values and try again.',
    answer: { current: current.row, current_hash: current.hash },
  });
}

export function noEdits(dataset: string, what: 'publish' | 'redo' | 'discard'): AppError {
  return conflict('vault.no_edits', `The dataset "${dataset}" has no edits to ${what}.`);
}

/** For a job that publishes a draft which was published or discarded in the meantime. */
export function draftGone(): AppError {
  return conflict(
    'vault.no_edits',
    'The edits were published or discarded in the meantime. Nothing was changed.',
  );
}

export function otherEdit(): AppError {
  return conflict(
    'vault.other_edit',
    'The draft was changed by someone else. Check the changes and try again.',
  );
}

export function commitRunning(): AppError {
  return conflict(
    'vault.edits_being_sealed',
    'The edits are being published as a version. Try again in a moment.',
  );
}

export function newerVersion({ dataset }: Version): AppError {
  return conflict(
    'vault.version_overtaken',
    `"${dataset}" has a newer version in the meantime. Reload its rows and edit those.`,
  );
}

/** Hides the reason of a failed read, which may contain bytes of the file. */
export function toReadError(error: unknown): unknown {
  if (!(error instanceof ProgramError)) return error;
  return error.reason === 'failed'
    ? badRequest('vault.rows_unreadable', 'The rows of this layer cannot be read. Export the file again.')
    : unavailable(
        'vault.rows_not_in_time',
        'Reading these rows took too long. Try again in a moment, or request fewer rows.',
      );
}
