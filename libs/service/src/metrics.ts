import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Everything that /metrics of this process shows; services add their own metrics here. */
export const metricsRegistry = new Registry();

const requestDuration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from the request line to the end of the response',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [metricsRegistry],
});

export const strippedFields = new Counter({
  name: 'response_undeclared_fields_total',
  help: 'Fields removed from responses because the contract does not declare them',
  labelNames: ['operation'],
  registers: [metricsRegistry],
});

export const openSocketsGauge = new Gauge({
  name: 'websockets_open',
  help: 'Open WebSockets',
  labelNames: ['route'],
  registers: [metricsRegistry],
});

/** Records one request; `route` is the path in the contract, never the raw one. */
export function observeRequest(labels: {
  method: string;
  route: string;
  status: number;
  milliseconds: number;
}): void {
  requestDuration
    .labels(labels.method, labels.route, String(labels.status))
    .observe(labels.milliseconds / 1000);
}

let processMetrics = false;

/** Adds the memory, event loop and garbage collection of this process, once. */
export function collectProcessMetrics(): void {
  if (processMetrics) return;
  processMetrics = true;
  collectDefaultMetrics({ register: metricsRegistry });
}
