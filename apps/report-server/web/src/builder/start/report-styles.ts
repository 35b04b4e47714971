import type { Style } from '@cairn/report-engine/browser';

const ACCENT = '#0b5d50';
const INK = '#23211e';
const LINE = { width: 0.5, color: '#cfccc6', style: 'solid' } as const;
const CELL = { top: 3, bottom: 3, left: 4, right: 4 };

/** The look of generated reports: one accent, thin lines, numbers at the right. */
export const REPORT_STYLES: readonly Style[] = [
  { name: 'Base', isDefault: true, font: 'Noto Sans', size: 9, color: INK, verticalAlign: 'middle' },
  { name: 'Title', size: 20, bold: true, color: ACCENT },
  { name: 'Note', size: 8, color: '#66635d' },
  {
    name: 'Column header',
    ...{
      bold: true,
      size: 8.5,
      color: '#ffffff',
      background: ACCENT,
      padding: CELL,
      verticalAlign: 'middle',
    },
  },
  { name: 'Cell', padding: CELL, border: { bottom: LINE } },
  { name: 'Group', bold: true, size: 11, color: ACCENT, background: '#e4f4ef', padding: CELL },
  { name: 'Total', bold: true, padding: CELL, border: { top: { ...LINE, width: 1, color: ACCENT } } },
];
