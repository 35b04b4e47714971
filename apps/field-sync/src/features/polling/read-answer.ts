import type { RunKind } from '../../db/schema.ts';
import type { PollResult } from '../providers/types.ts';
import type { DueProject, ProjectNews } from './types.ts';

const PAUSES: Record<string, string> = {
  missing: 'field_sync.project_missing',
  denied: 'field_sync.project_denied',
};

/** What the answer about one project means: what changes in its row, and the run that follows. Mostly neither. */
export function readAnswer(
  project: DueProject,
  { result, resolvedId }: { result: PollResult | undefined; resolvedId: string | null },
): { news: ProjectNews | null; run: { kind: RunKind; version: string } | null } {
  const nothing: ProjectNews = {
    ...{ id: project.id, providerId: resolvedId, version: null, stops: false, withdrawsPlan: false },
  };
  const orNull = (isNews: boolean, news: ProjectNews) => (isNews || resolvedId !== null ? news : null);
  // Such as a folder that is being written to.
  if (!result) return { news: orNull(false, nothing), run: null };
  if ('problem' in result) {
    const pause = { code: PAUSES[result.problem]!, sentence: result.sentence };
    return { news: orNull(project.pausedCode !== pause.code, { ...nothing, pause }), run: null };
  }
  const { version } = result;
  const { planVersion, appliedVersion } = project;
  const withdrawsPlan = planVersion !== null && version !== planVersion && version === appliedVersion;
  const isBack = withdrawsPlan || Object.values(PAUSES).includes(project.pausedCode ?? '');
  const run = readRun(project, version);
  const stops = project.singleRun && run === null && version === project.appliedVersion;
  const isNews =
    version !== project.providerVersion || isBack || stops || (run !== null && !project.behindSince);
  const news = { ...nothing, version, stops, withdrawsPlan, ...(isBack ? { pause: null } : {}) };
  return { news: orNull(isNews, news), run };
}

/** Versions are compared for inequality only: most providers have no order, and clocks differ. */
function readRun(
  { appliedVersion, forceInit, planVersion, providerVersion, mayRetry }: DueProject,
  version: string,
): { kind: RunKind; version: string } | null {
  // Someone has to decide about this version; only another one would be compared again.
  if (version === planVersion) return null;
  // Another version may fix what paused the project, so it is tried at once.
  if (!mayRetry && version === providerVersion) return null;
  if (forceInit) return { kind: 'reconcile', version };
  return version === appliedVersion ? null : { kind: 'sync', version };
}
