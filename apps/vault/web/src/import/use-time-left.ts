import { useEffect, useRef, useState } from 'react';
import type { ServiceJob } from '@cairn/ui';
import { createSpeedometer } from '../upload/speed.ts';

/** Seconds that a running job still needs, from how fast its percentage has grown; null until that can be told. */
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
