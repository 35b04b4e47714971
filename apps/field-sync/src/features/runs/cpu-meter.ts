import { readFileSync } from 'node:fs';

/** USER_HZ, which is 100 on all systems that Node runs on (man 7 time). */
const TICKS_PER_SECOND = 100;

export interface CpuMeter {
  /** Returns a function that ends the measurement and returns seconds. */
  start(): () => number;
}

/**
 * Processor time of work in this process, with that of the programs that it waited for (man 5 proc: utime, stime, cutime, cstime). What
 * is used while several measurements run is divided among them: nothing shows which of them used it.
 */
export function createCpuMeter(read: () => number = readSeconds): CpuMeter {
  const running = new Set<{ seconds: number }>();
  let last = read();

  function settle(): void {
    const now = read();
    for (const each of running) each.seconds += (now - last) / running.size;
    last = now;
  }

  return {
    start() {
      settle();
      const own = { seconds: 0 };
      running.add(own);
      return () => {
        if (running.has(own)) settle();
        running.delete(own);
        return own.seconds;
      };
    },
  };
}

function readSeconds(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // Field 2 is a name that may hold blanks; 14 to 17 follow it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return ticks / TICKS_PER_SECOND;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}
