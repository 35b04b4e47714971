import {
  IconChartArea,
  IconChartBar,
  IconChartDots,
  IconChartHistogram,
  IconChartLine,
  IconChartPie,
  IconTimeline,
} from '@tabler/icons-react';

export const CHART_ICONS = {
  bar: IconChartBar,
  line: IconChartLine,
  area: IconChartArea,
  pie: IconChartPie,
  histogram: IconChartHistogram,
  time: IconTimeline,
  scatter: IconChartDots,
} as const;
