import type { VaultOperations } from '@cairn/contracts';
import { streaming, unavailable } from '@cairn/service';
import type { Handlers } from '@cairn/service';

/** Operations that are being built; whoever builds one takes its name out. The file goes with the last one. */
export const PENDING = [
  'previewDerivation',
] as const satisfies (keyof VaultOperations)[];

export function pendingRoutes(): Handlers<VaultOperations, (typeof PENDING)[number]> {
  const refuse = streaming(async () => {
    throw unavailable('vault.pending', 'This is being built.');
  });
  return Object.fromEntries(PENDING.map((name) => [name, refuse])) as never;
}
