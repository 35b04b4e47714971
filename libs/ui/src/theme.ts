import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { tui } from './i18n.ts';

const pine: MantineColorsTuple = [
  '#eefaf6',
  '#d9f1ea',
  '#b1e2d5',
  '#83d0bd',
  '#52b9a3',
  '#2c9f89',
  '#178270',
  '#0e6a5b',
  '#0b5549',
  '#08433a',
];

// warm greys, like the stones of a cairn
const gray: MantineColorsTuple = [
  '#faf9f8',
  '#f3f3f0',
  '#e8e6e3',
  '#dad8d3',
  '#bfbcb6',
  '#8f8b84',
  '#66635d',
  '#56534e',
  '#3b3936',
  '#232220',
];

const dark: MantineColorsTuple = [
  '#dfe1df',
  '#bfc3c0',
  '#a3a7a4',
  '#7d827f',
  '#434745',
  '#303433',
  '#232625',
  '#1b1d1c',
  '#141514',
  '#0e0f0e',
];

/** The head of a dialog is a <header>, which assistive technology takes for a second top of the page. */
const noBanner = { header: { role: 'none' } };
/** A long title wraps, and stays clear of the close button. */
const dialogHead = {
  header: { gap: 12 },
  title: { fontSize: '1rem', fontWeight: 620, lineHeight: 1.3, overflowWrap: 'anywhere' },
} as const;

/** The one theme of every service. Accent: pine; greys: warm in light, cool green-grey in dark. */
export const theme = createTheme({
  colors: { pine, gray, dark },
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  luminanceThreshold: 0.4,
  black: '#232220',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace:
    "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.45' },
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '14px' },
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.45' },
    },
  },
  // named, not imported: a theme that imports components puts them all into the first view
  components: {
    Button: {
      defaultProps: { size: 'sm' },
      styles: { root: { fontWeight: 550 } },
      vars: (_theme: unknown, props: { size?: string }) => ({
        root: props.size === 'sm' ? { '--button-height': '34px', '--button-padding-x': '14px' } : {},
      }),
    },
    // hints below their fields: fields next to each other stay aligned
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Switch: { defaultProps: { size: 'sm' } },
    // the cross of a notice or an alert has a name, unless its place gives it a better one
    CloseButton: { defaultProps: () => ({ 'aria-label': tui('panel.close') }) },
    Select: { defaultProps: { comboboxProps: { shadow: 'md' } } },
    Badge: {
      defaultProps: { variant: 'light', radius: 'sm' },
      styles: { root: { textTransform: 'none', fontWeight: 550, letterSpacing: 0, minWidth: 'max-content' } },
    },
    Tooltip: {
      defaultProps: {
        openDelay: 300,
        events: { hover: true, focus: true, touch: false },
        withinPortal: true,
      },
    },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        attributes: noBanner,
        overlayProps: { backgroundOpacity: 0.35 },
      },
      styles: dialogHead,
    },
    Drawer: {
      defaultProps: { attributes: noBanner, overlayProps: { backgroundOpacity: 0.2 } },
      styles: dialogHead,
    },
  },
});

/** Colours that Mantine's defaults leave below 4.5:1, and the surface colours. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#66635d',
    '--mantine-color-placeholder': '#76726b',
    '--mantine-color-default-border': '#dad8d3',
    '--mantine-color-anchor': '#0b5d50',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-pine-light': '#e4f4ef',
    '--mantine-color-pine-light-color': '#0b5d50',
    '--mantine-color-green-light': '#e3f3e4',
    '--mantine-color-green-light-color': '#1e6b31',
    '--mantine-color-yellow-light': '#faf0d7',
    '--mantine-color-yellow-light-color': '#7a5200',
    '--mantine-color-orange-light': '#fbeadf',
    '--mantine-color-orange-light-color': '#94400c',
    '--mantine-color-blue-light': '#e4eefa',
    '--mantine-color-blue-light-color': '#174f8c',
    '--mantine-color-red-filled': '#c92a2a',
    '--mantine-color-red-filled-hover': '#b02525',
    '--mantine-color-red-light': '#fbe7e5',
    '--mantine-color-red-light-color': '#a1231b',
    '--mantine-color-gray-light': '#efeeeb',
    '--mantine-color-gray-light-color': '#56534e',
  },
  dark: {
    '--mantine-color-body': '#1b1d1c',
    '--mantine-color-dimmed': '#a3a7a4',
    '--mantine-color-placeholder': '#8f9491',
    '--mantine-color-default-border': '#3a3e3c',
    '--mantine-color-anchor': '#6fd0ba',
    '--mantine-color-error': '#ff8f87',
    '--mantine-color-pine-light': '#17332d',
    '--mantine-color-pine-light-color': '#7fd6c2',
    '--mantine-color-green-light': '#1b3323',
    '--mantine-color-green-light-color': '#8fd7a0',
    '--mantine-color-yellow-light': '#362c14',
    '--mantine-color-yellow-light-color': '#ecc877',
    '--mantine-color-orange-light': '#3a2618',
    '--mantine-color-orange-light-color': '#f0ad80',
    '--mantine-color-blue-light': '#1a2b40',
    '--mantine-color-blue-light-color': '#9cc6f5',
    '--mantine-color-red-filled': '#d32f2f',
    '--mantine-color-red-filled-hover': '#c92a2a',
    '--mantine-color-red-light': '#3b2020',
    '--mantine-color-red-light-color': '#ffa8a1',
    '--mantine-color-gray-light': '#2a2e2c',
    '--mantine-color-gray-light-color': '#c6cac7',
  },
});
