import type { FillEvent, FilledBand } from '../src/fill/types.ts';
import type { Element, ElementStyle, Group, Template } from '../src/template/types.ts';
import { band, makeFill, text } from './make-fill.ts';

const REMARKS = [
  'The quick brown fox jumps over the lazy dog',
  'Ωμέγα και Άλφα είναι ελληνικά γράμματα',
  'Широкая электрификация южных губерний',
  'السلام عليكم ورحمة الله',
  'हिन्दी में लिखा हुआ पाठ',
  '中文字符测试一下换行',
];

const WIDTHS = [40, 90, 155, 70, 80, 80];

const cell: ElementStyle = {
  size: 8,
  verticalAlign: 'top',
  padding: { top: 2, bottom: 2, left: 3, right: 3 },
};
const rule = { width: 0.4, color: '#d5dbe1', style: 'solid' as const };
const cells: ElementStyle[] = WIDTHS.map((_, index) => ({
  ...cell,
  align: index >= 4 || index === 0 ? 'right' : 'left',
}));
const headCells = cells.map((style): ElementStyle => ({
  ...style,
  bold: true,
  color: '#ffffff',
  background: '#1f4e79',
}));
const groupStyle: ElementStyle = {
  size: 10,
  bold: true,
  color: '#1f4e79',
  verticalAlign: 'middle',
  padding: { left: 3 },
};
const totalStyle: ElementStyle = {
  ...cell,
  bold: true,
  align: 'right',
  border: { top: { ...rule, color: '#5b6770', width: 0.8 } },
};
const footStyle: ElementStyle = { size: 7, color: '#5b6770' };

export interface SampleOptions {
  rows?: number;
  groups?: number;
  template?: Partial<Template>;
  group?: Partial<Group>;
}

/** A report as people make them: title, headers, groups with subtotals, six scripts, "Page x of N". */
export function makeSampleReport({ rows = 2000, groups = 20, template, group }: SampleOptions = {}) {
  const perGroup = Math.ceil(rows / groups);
  return makeFill({
    groups: [{ name: 'region', expression: '$F{region}', ...group }],
    template: {
      title: 'Survey of stations',
      lang: 'en',
      bands: {
        detail: [{ height: 16, elements: detailElements() }],
        pageHeader: { height: 24, elements: [] },
        columnHeader: { height: 18, elements: [] },
        pageFooter: { height: 20, elements: [] },
      },
      ...template,
    },
    pageBand(kind, state, counters, index) {
      if (kind === 'pageHeader')
        return band(
          kind,
          [text('Survey of stations', { width: 300, height: 16, style: { ...footStyle, size: 8 } })],
          { height: 24 },
        );
      if (kind === 'columnHeader')
        return row('columnHeader', ['No.', 'Station', 'Remark', 'Date', 'Flow m³/s', 'Amount €'], headCells);
      if (kind === 'groupHeader')
        return groupHeader(`Region ${Math.ceil(state.rowNumber / perGroup)} (continued)`, index);
      if (kind !== 'pageFooter') return null;
      return band(
        kind,
        [
          text(`after row ${state.rowNumber}`, { y: 6, width: 200, height: 12, style: footStyle }),
          text(
            '',
            { id: 'pages', x: 315, y: 6, width: 200, height: 12, style: { ...footStyle, align: 'right' } },
            {
              text: null,
              grow: false,
              late: {
                what: 'pageCount',
                evaluate: (_, at) => {
                  const content = `Page ${counters.pageNumber} of ${at.pageCount}`;
                  return { value: content, text: content };
                },
              },
            },
          ),
        ],
        { height: 20 },
      );
    },
    *events(): Generator<FillEvent> {
      const title = text(
        'Survey of stations',
        { width: 515, height: 30, style: { size: 20, bold: true, color: '#1f4e79' } },
        { heading: 1 },
      );
      yield { type: 'band', band: band('title', [title], { height: 44 }), state: { rowNumber: 0 } };
      for (let number = 1; number <= rows; number++) {
        const index = Math.ceil(number / perGroup);
        const state = { rowNumber: number };
        const key = `Region ${index}`;
        if (number % perGroup === 1) {
          yield { type: 'openGroup', group: 0, name: 'region', key };
          yield { type: 'band', band: groupHeader(key, 0), state };
        }
        yield { type: 'row', number, row: {} };
        const remark = REMARKS[number % REMARKS.length] ?? '';
        const values = [
          String(number),
          `Station ${number}`,
          number % 7 === 0 ? `${remark}, ${remark}, ${remark}` : remark,
          '2026-01-02',
          (number / 7).toFixed(3),
          `${number.toLocaleString('en')}.50`,
        ];
        yield { type: 'band', band: row('detail', values, cells), state };
        if (number % perGroup === 0 || number === rows) {
          yield { type: 'band', band: groupFooter(`Total of ${key}`), state };
          yield { type: 'closeGroup', group: 0, name: 'region', key, rowCount: perGroup };
        }
      }
      yield {
        type: 'band',
        band: band('summary', [text('End of the report', { width: 515, style: groupStyle })]),
        state: { rowNumber: rows },
      };
    },
  });
}

function detailElements(): Element[] {
  let x = 0;
  return WIDTHS.map((width, index): Element => {
    const element: Element = {
      ...{ kind: 'field', id: `c${index}`, x, y: 0, width, height: 15 },
      expression: `$F{c${index}}`,
    };
    x += width;
    return element;
  });
}

function row(kind: 'detail' | 'columnHeader', values: string[], styles: ElementStyle[]): FilledBand {
  let x = 0;
  const elements = values.map((value, index) => {
    const width = WIDTHS[index] ?? 0;
    const element = text(value, { id: `c${index}`, x, width, height: 15, style: styles[index] ?? {} });
    x += width;
    return element;
  });
  return band(kind, elements, { height: kind === 'detail' ? 15 : 18 });
}

function groupHeader(title: string, group = 0): FilledBand {
  return band('groupHeader', [text(title, { width: 515, height: 18, style: groupStyle }, { heading: 2 })], {
    height: 22,
    group,
  });
}

function groupFooter(title: string): FilledBand {
  return band('groupFooter', [text(title, { x: 315, width: 200, height: 15, style: totalStyle })], {
    height: 22,
    group: 0,
  });
}
