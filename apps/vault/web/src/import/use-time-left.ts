import { useEffect, useRef, useState } from 'react';
import type { ServiceJob } from '@cairn/ui';
import { createSpeedometer } from '../upload/speed.ts';

/** Estimated seconds until a running job ends, from its progress so far; null until there is an estimate. */
export function useTimeLeft({ status, progress }: Pick<ServiceJob, 'status' | 'progress'>): number | null {
  const measure = useRef(createSpeedometer());
  const last = useRef(-1);
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  useEffect(() => {
    if (status !== 'running' || progress <= last.current) return;
    last.current = progress;
    setSecondsLeft(measure.current(progress, 100, performance.now()).secondsLeft);
  }, [status, progress]);
  return status === 'running' ? secondsLeft : null;
}
