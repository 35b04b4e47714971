import type { Processor } from '@cairn/jobs';
import type { ImportService } from './service.ts';

/**
 * Brings a file from an address or an object store. A worker that dies leaves a partial file to the sweeper; the next
 * attempt begins anew, and the version is made at most once.
 */
export function importFile({ imports }: { imports: ImportService }): Processor {
  return (_payload, context) => imports.perform(context);
}
