import { useState } from 'react';

/** True from the first time that it is: for what loads when it is wanted, and then stays. */
export function useLatched(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
}
