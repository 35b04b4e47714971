import type { Middleware, OperationRequest } from '@cairn/app';
import type { Operation, VaultOperations } from '@cairn/contracts';
import type { AccessGuard } from '@cairn/service';
import { checkedDatasetId, datasetCheck } from '../access/dataset-guard.ts';
import { isVisitor } from '../access/redact.ts';
import { SourceError } from '../content/errors.ts';

/** Operations whose caller names the source. */
const NAMING_SOURCES: ReadonlySet<string> = new Set<keyof VaultOperations>([
  ...(['importS3', 'registerTable'] as const),
  ...(['listConnectionTables', 'connectionTableSchema', 'connectionTableRows'] as const),
  ...(['connectionTablePreview', 'updateTableRow', 'deleteTableRow', 'insertTableRow'] as const),
]);

/**
 * Middleware for all operations: errors say where data is stored only to users with admin on the dataset of the request, and to
 * users who name the source.
 */
export function hideSources(
  guard: Pick<AccessGuard, 'allows'>,
): (operation: Pick<Operation, 'operationId'>) => Middleware {
  async function maySee(operationId: string, { actor, call }: OperationRequest): Promise<boolean> {
    if (isVisitor(actor)) return false;
    if (NAMING_SOURCES.has(operationId)) return true;
    return call.resourceKeys.length > 0 && guard.allows(actor, datasetCheck(checkedDatasetId(call), 'admin'));
  }

  return ({ operationId }) =>
    async (request, next) => {
      try {
        return await next();
      } catch (error) {
        if (!(error instanceof SourceError) || (await maySee(operationId, request))) throw error;
        throw error.forReaders;
      }
    };
}
