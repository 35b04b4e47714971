import { useEffect, useState } from 'react';

/** Seconds since a moment, or since the component was first shown; renewed once a second. */
export function useSeconds(since?: string): number {
  const [shownAt] = useState(() => Date.now());
  const [now, setNow] = useState(shownAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, (now - (since === undefined ? shownAt : Date.parse(since))) / 1_000);
}
