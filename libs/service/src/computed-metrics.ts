import type { Metric, Registry } from 'prom-client';
import type { Logger } from './logger.ts';
import { withDeadline } from './with-deadline.ts';

export interface ComputedMetric {
  /** Counters end in `_total`. */
  name: string;
  help: string;
  type: 'counter' | 'gauge';
}

export interface Sample {
  labels?: Record<string, string | number>;
  value: number;
}

export interface ComputedMetricsOptions<Name extends string> {
  registry: Pick<Registry, 'registerMetric'>;
  logger: Logger;
  /** How long one reading may take. */
  deadlineMs: number;
  metrics: Record<Name, Omit<ComputedMetric, 'name'>>;
  /** All values at once; called once for each scrape. */
  read(): Promise<Record<Name, Sample[]>>;
}

/**
 * Adds metrics whose values come from somewhere else, such as a database, in the moment when they are asked for. All processes that
 * read the same place show the same values. If a reading fails or takes too long the values are absent, and the rest of /metrics is not.
 */
export function addComputedMetrics<Name extends string>({
  registry,
  logger,
  deadlineMs,
  metrics,
  read,
}: ComputedMetricsOptions<Name>): void {
  let reading: Promise<Record<Name, Sample[]> | null> | null = null;

  /** One for all metrics of a scrape. */
  function readOnce(): Promise<Record<Name, Sample[]> | null> {
    const onTimeout = () => new Error('reading metrics took too long');
    reading ??= withDeadline(read(), { ms: deadlineMs, onTimeout })
      .catch((err: unknown) => {
        logger.warn({ err }, 'metrics not read');
        return null;
      })
      .finally(() => (reading = null));
    return reading;
  }

  for (const [name, { help, type }] of Object.entries(metrics) as [Name, Omit<ComputedMetric, 'name'>][]) {
    const metric = {
      name,
      async get() {
        const values = (await readOnce())?.[name] ?? [];
        return { name, help, type, values: values.map(({ labels = {}, value }) => ({ labels, value })) };
      },
    };
    // What a registry calls of a metric; the classes of prom-client hold values of their own.
    registry.registerMetric(metric as unknown as Metric);
  }
}
