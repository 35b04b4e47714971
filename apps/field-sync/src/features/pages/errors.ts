import { forbidden, notFound } from '@cairn/service';
import type { AppError } from '@cairn/service';

export function noSuchProject(): AppError {
  return notFound('field_sync.no_such_project', 'There is no such project. Open the list of projects.');
}

export function notYourProject(): AppError {
  return forbidden(
    'field_sync.not_your_project',
    'This project belongs to someone else. Ask its owner or an administrator for access.',
  );
}

export function noSuchTarget(): AppError {
  return notFound(
    'field_sync.no_such_target',
    'There is no such file target. Open the list of file targets.',
  );
}
