export { Chart, type ChartLook } from './chart.tsx';
