import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

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
const NO_WEBGL = ['--disable-gpu', '--disable-3d-apis'];

/** Chromium of the system, headless; without WebGL when asked to be. */
export function launchBrowser({ webgl = true } = {}): Promise<Browser> {
  const executablePath = process.env.CAIRN_CHROMIUM_PATH ?? process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) {
    throw new Error(`There is no Chromium at ${executablePath}; set CHROMIUM_PATH to where it is.`);
  }
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({
    executablePath,
    args: [...sandbox, ...QUIET, ...(webgl ? SOFTWARE_WEBGL : NO_WEBGL)],
  });
}
