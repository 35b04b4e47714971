import type { Page } from 'playwright-core';

interface TestedChart {
  getDom(): HTMLElement;
  getOption(): { series: { type: string; data: unknown[] }[]; yAxis?: { type: string; data?: string[] }[] };
  convertToPixel(finder: string, value: number[]): [number, number];
}

interface ChartWindow {
  __cairnChart?: TestedChart;
}

/** Where the mark of a bar chart or histogram is on the page: in the middle of a bar, or at the foot of a bin. */
export async function placeOnChart(page: Page, index: number): Promise<{ x: number; y: number }> {
  return page.evaluate((at) => {
    const chart = (window as unknown as ChartWindow).__cairnChart!;
    const { series, yAxis } = chart.getOption();
    const isLying = yAxis?.[0]?.type === 'category';
    const value = Number(series[0]?.data[at] ?? 0);
    const [x, y] = chart.convertToPixel('grid', isLying ? [value / 2, at] : [at, 0]);
    const { left, top } = chart.getDom().getBoundingClientRect();
    return { x: left + x, y: top + y };
  }, index);
}

/** The numbers that the chart draws. */
export function valuesOnChart(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const chart = (window as unknown as ChartWindow).__cairnChart;
    return (chart?.getOption().series[0]?.data ?? []).map(Number);
  });
}

/** Marks a stretch of a histogram by dragging, from the middle of one bin to the middle of another. */
export async function brushChart(page: Page, from: number, to: number): Promise<void> {
  const start = await placeOnChart(page, from);
  const end = await placeOnChart(page, to);
  const y = start.y - 60;
  await page.mouse.move(start.x, y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, y, { steps: 4 });
  await page.mouse.move(end.x, y, { steps: 4 });
  await page.mouse.up();
}
