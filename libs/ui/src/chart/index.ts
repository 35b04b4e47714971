export { Chart } from './chart.tsx';
export type { ChartLook } from './types.ts';
