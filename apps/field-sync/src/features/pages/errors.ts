import { notFound } from '@cairn/service';
import type { AppError } from '@cairn/service';

export function noSuchProject(): AppError {
  return notFound('field_sync.no_such_project', 'There is no such project. Open the list of projects.');
}

export function noSuchTarget(): AppError {
  return notFound(
    'field_sync.no_such_target',
    'There is no such file target. Open the list of file targets.',
  );
}
