import { badRequest } from '@cairn/service';
import type { AppError } from '@cairn/service';

export function skipAndForce(): AppError {
  return badRequest(
    'field_sync.skip_and_force_init',
    'skip_init and force_init exclude each other: turn one of them off.',
  );
}

export function unknownParameter(names: readonly string[]): AppError {
  return badRequest('field_sync.unknown_parameter', `param must be one of ${names.join(', ')}.`);
}
