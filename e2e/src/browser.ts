import { chromium, type Browser } from 'playwright-core';
import { findChromium } from '../../tools/bootstrap/programs.mjs';

/** Chromium's background requests would disturb the tests and need the internet. */
const QUIET = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/**
 * WebGL without a graphics card. Debian's Chromium lets a graphics card draw the pages as well; where that card is
 * SwiftShader, the page around a map costs more than the map.
 */
const SOFTWARE_WEBGL = [
  ...['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  ...['--disable-gpu-rasterization', '--disable-gpu-compositing'],
];
/** Pages live for seconds: code that is optimised for a longer life costs more than it gains. */
const SHORT_LIVED = ['--js-flags=--no-opt'];
const NO_WEBGL = ['--disable-gpu', '--disable-3d-apis'];

/** Chromium of the system, headless; without WebGL when asked to be. */
export function launchBrowser({ webgl = true } = {}): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? findChromium();
  if (!executablePath) throw new Error('Chromium was not found. Install it, or set CHROMIUM_PATH.');
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({
    executablePath,
    args: [...sandbox, ...QUIET, ...SHORT_LIVED, ...(webgl ? SOFTWARE_WEBGL : NO_WEBGL)],
  });
}
