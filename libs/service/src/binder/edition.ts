import { METHODS } from '@cairn/contracts';
import type { ContractDocument, Edition } from '@cairn/contracts';

const EDITIONS: readonly string[] = ['open', 'professional'] satisfies Edition[];

/**
 * The contract without the operations of other editions, as if they had never been written, and their ids. Operations without
 * x-edition are in every edition; without an edition nothing is left out. @throws for an unknown edition
 */
export function selectEdition(
  contract: ContractDocument,
  edition: Edition | undefined,
): { contract: ContractDocument; leftOut: Set<string> } {
  const leftOut = new Set<string>();
  const paths: ContractDocument['paths'] = {};
  for (const [path, item] of Object.entries(contract.paths)) {
    const kept = { ...item };
    for (const method of METHODS) {
      const operation = item[method];
      const own = operation?.['x-edition'];
      if (!operation || own === undefined) continue;
      if (!EDITIONS.includes(own)) throw new Error(`${operation.operationId}: there is no edition "${own}"`);
      if (edition === undefined || own === edition) continue;
      leftOut.add(operation.operationId);
      delete kept[method];
    }
    if (METHODS.some((method) => kept[method])) paths[path] = kept;
  }
  return leftOut.size === 0 ? { contract, leftOut } : { contract: { ...contract, paths }, leftOut };
}
