import type { Processor } from '@cairn/jobs';
import type { VaultDatabase } from '../../db/schema.ts';
import { performDerivation } from './perform.ts';
import type { DerivePayload, PerformDeps } from './perform.ts';

/** Makes a version from another one; see `features/derive/perform.ts`. */
export function deriveVersion(parts: PerformDeps): Processor<VaultDatabase> {
  return (payload: DerivePayload, ctx) => performDerivation(parts, payload, ctx);
}
