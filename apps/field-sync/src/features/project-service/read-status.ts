import type { ServiceFacts, ServiceState, ServiceStatus, ServiceSubState } from './types.ts';

/** What the rows of a project mean in the words of a service manager. */
export function readStatus(facts: ServiceFacts): ServiceStatus {
  const { started, enabled, startedAt, cpu, version, providerVersion, behindSince } = facts;
  const pid = (facts.runStatus === 'running' ? facts.runPid : started ? facts.pollerPid : null) ?? 0;
  const [status, sub] = readState(facts, pid);
  const reason = facts.pausedReason ?? facts.signInProblem ?? facts.problem ?? facts.serverProblem;
  return {
    ...{ status, sub, enabled, pid, cpu, version, providerVersion, behindSince },
    startedAt: started ? startedAt : null,
    lastRunAt: facts.lastRunAt,
    lastResult: facts.lastResult,
    nextAt: started && facts.runStatus === null && facts.signInProblem === null ? facts.nextAt : null,
    retryAt: started && status === 'failed' && facts.signInProblem === null ? facts.retryAt : null,
    problem: reason,
  };
}

function readState(facts: ServiceFacts, pid: number): [ServiceState, ServiceSubState] {
  const { started, runStatus, runStage } = facts;
  const stage = runStage ?? 'fetching';
  if (!started) return runStatus === 'running' ? ['deactivating', stage] : ['inactive', 'dead'];
  if (runStatus === 'running' && pid > 0) return ['active', stage];
  // Someone has to do something; until then only polls continue.
  if (runStatus === null && (facts.pausedReason !== null || facts.signInProblem !== null))
    return ['failed', 'paused'];
  if (pid === 0) return ['activating', 'waiting'];
  if (facts.isPushing) return ['active', 'pushing'];
  return ['active', facts.isDue ? 'polling' : 'waiting'];
}
