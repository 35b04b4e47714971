/**
 * Colours that readers with the usual kinds of colour blindness tell apart (Okabe and Ito, without the yellow, which is too light on
 * white, and with a grey). Beyond eight they repeat; lines then differ by symbol and dash.
 */
export const PALETTE = [
  '#0072b2',
  '#e69f00',
  '#009e73',
  '#cc79a7',
  '#56b4e9',
  '#d55e00',
  '#6b7680',
  '#7b5ea7',
] as const;

export const INK = '#1f2933';
export const MUTED = '#5b6770';
export const GRID = '#e3e8ed';
