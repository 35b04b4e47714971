import { resolve } from 'node:path';
import { build } from 'vite';
import { defineWebApp } from './vite.ts';

/** `node libs/ui/build.ts <folder> [<folder below it for the build>]` builds the web app of a service. */
const [folder = '.', outDir] = process.argv.slice(2);
await build({ ...defineWebApp(resolve(folder), outDir), configFile: false, logLevel: 'warn' });
