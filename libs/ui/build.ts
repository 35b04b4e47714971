import { resolve } from 'node:path';
import { build } from 'vite';
import { buildLibrary } from './build-library.ts';
import { defineWebApp, readManifest } from './vite.ts';

/** `node libs/ui/build.ts <folder> [<folder below it for the build>]` builds the web app of a service. */
const [folder = '.', outDir = 'dist'] = process.argv.slice(2);
const root = resolve(folder);
await build({ ...defineWebApp(root, outDir), configFile: false, logLevel: 'warn' });
const { library } = readManifest(root);
if (library) await buildLibrary(root, outDir, library);
