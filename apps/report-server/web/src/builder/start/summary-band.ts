import type { Band, Element } from '@cairn/report-engine/browser';
import type { ReportChoices } from './choices.ts';
import type { PlacedColumn } from './column-layout.ts';
import { quote, type IdCounter } from './expressions.ts';
import { totalsBand } from './totals.ts';

interface Summary {
  choices: ReportChoices;
  placed: readonly PlacedColumn[];
  totalled: readonly PlacedColumn[];
  width: number;
  number: IdCounter;
}

/** What ends a report: totals over all rows, a chart and a map. */
export function summaryBand({ choices, placed, totalled, width, number }: Summary): { summary?: Band } {
  const { chart, map, words } = choices;
  const elements: Element[] = [];
  let y = 6;
  if (totalled.length > 0) {
    const band = totalsBand({ placed, totalled, suffix: 'report', label: quote(words.total), number });
    elements.push(...band.elements.map((element) => ({ ...element, y })));
    y += 34;
  }
  if (chart) {
    elements.push({
      ...{ id: 'chartTitle', kind: 'text', text: words.chart, style: 'Group' },
      ...{ x: 0, y, width, height: 20 },
    });
    y += 26;
    elements.push({
      ...{ id: 'chart', kind: 'chart', chart: chart.type, x: 0, y, width, height: 220 },
      ...{ category: `$F{${chart.category}}`, value: chart.value === null ? '1' : `$F{${chart.value}}` },
      legend: chart.type === 'pie',
    });
    y += 232;
  }
  if (map) {
    elements.push({
      ...{ id: 'map', kind: 'map', geometry: `$F{${map.geometry}}`, x: 0, y, width, height: 280 },
      ...{
        basemap: true,
        scaleBar: true,
        legend: false,
        ...(map.label !== null && { label: `$F{${map.label}}` }),
      },
    });
    y += 292;
  }
  return elements.length > 0 ? { summary: { height: y, elements } } : {};
}
