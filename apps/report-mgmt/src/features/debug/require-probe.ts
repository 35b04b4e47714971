import { forbidden, notFound } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { ReportMgmtConfig } from '../../config.ts';

type Config = Pick<ReportMgmtConfig, 'debugRoutes' | 'nodeEnv'>;

/** @throws {AppError} not_found unless probes are switched on; forbidden in production for all but administrators */
export function requireProbe({ debugRoutes, nodeEnv }: Config, actor: Actor): void {
  if (!debugRoutes) throw noProbes();
  if (nodeEnv !== 'production' || actor.isAdmin) return;
  throw forbidden(
    'report-mgmt.probe_for_administrators',
    'Only administrators may see this. Ask one of them.',
  );
}

/** @throws {AppError} not_found unless probes are switched on, and in production */
export function requireEcho({ debugRoutes, nodeEnv }: Config): void {
  if (!debugRoutes || nodeEnv === 'production') throw noProbes();
}

function noProbes() {
  return notFound('report-mgmt.no_probes', 'There is nothing at this address.');
}
