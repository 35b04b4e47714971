import type { Processor } from '@cairn/jobs';
import type { VaultDatabase } from '../db/schema.ts';
import { performDerivation } from '../features/derive/perform.ts';
import type { DerivePayload, PerformParts } from '../features/derive/perform.ts';

/** Makes a version from another one; see `features/derive/perform.ts`. */
export function deriveVersion(parts: PerformParts): Processor<VaultDatabase> {
  return (payload: DerivePayload, ctx) => performDerivation(parts, payload, ctx);
}
