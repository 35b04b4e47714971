import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin, type UserConfig } from 'vite';
import { compressFile } from './compress-file.ts';

/**
 * The Vite configuration of a web app. `root` is its folder, with `manifest.json` and `src/main.tsx`. Addresses are relative, so that a
 * service may be mounted anywhere.
 */
export function defineWebApp(root: string, outDir = 'dist'): UserConfig {
  const { title, fixedNames, embedded } = readManifest(root);
  const documents: Document[] = [
    { file: join(root, 'index.html'), script: '/src/main.tsx', title, withoutScript: SIGN_IN_INSTEAD },
  ];
  if (embedded) {
    const withoutScript = '<p>This content needs JavaScript.</p>';
    documents.push({ file: join(root, 'embed.html'), script: `/${embedded.entry}`, withoutScript });
  }
  return defineConfig({
    root,
    base: './',
    plugins: [react(), ...documents.map(document), documentHead(), compressedNeighbours()],
    define: { 'globalThis.__CAIRN_MANIFESTS__': JSON.stringify(manifestsOf(join(root, '../..'))) },
    resolve: { dedupe: ['react', 'react-dom', '@mantine/core', '@tanstack/react-query', 'react-router'] },
    css: { postcss: fileURLToPath(new URL('./postcss.config.mjs', import.meta.url)) },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      reportCompressedSize: false,
      // the map library is large by nature and loads only where a map is shown
      chunkSizeWarningLimit: 1200,
      rolldownOptions: {
        input: documents.map(({ file }) => file),
        output: { codeSplitting: { groups: chunkGroups }, ...(fixedNames ? nameOutput(fixedNames) : {}) },
      },
    },
  }) as UserConfig;
}

interface WebManifest {
  /** Title of the pages until they have set their own. */
  title?: string;
  /**
   * Set by services whose files have an address of their own at the root of the build instead of a hashed name below `assets`: `app.js`
   * (what the page begins with), `style.css` (its styles), and a script for each module of these names that is loaded later.
   */
  fixedNames?: { laterScripts: string[] };
  /** Set by services with pages that other sites show in a frame: the module that `embed.html` begins with, without the shell. */
  embedded?: { entry: string };
  /** Set by services that offer other sites a script: its module, the global that it becomes, and the folder of the build for it. */
  library?: { entry: string; global: string; folder: string };
}

export function readManifest(root: string): WebManifest {
  return JSON.parse(readFileSync(join(root, 'manifest.json'), 'utf8')) as WebManifest;
}

/** The manifests of all services, by the name of the service. */
function manifestsOf(apps: string): Record<string, unknown> {
  const files = globSync('*/web/manifest.json', { cwd: apps }).toSorted();
  const entries = files.map((file) => [
    basename(dirname(dirname(file))),
    readManifest(join(apps, dirname(file))),
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

const chunkGroups = [
  { name: 'map', test: /node_modules[\\/](maplibre-gl|@maplibre|pmtiles)/ },
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
  // Places menus and tooltips: alone, or inputs would bring it along with what they share.
  { name: 'floating', test: /node_modules[\\/]@floating-ui[\\/]/ },
];

function nameOutput({ laterScripts }: { laterScripts: string[] }) {
  return {
    entryFileNames: 'app.js',
    chunkFileNames: ({ name }: { name: string }) =>
      laterScripts.includes(name) ? `${name}.js` : 'assets/[name]-[hash].js',
    assetFileNames: ({ names }: { names: string[] }) =>
      names.includes('index.css') ? 'style.css' : 'assets/[name]-[hash][extname]',
  };
}

const SIGN_IN_INSTEAD =
  '<p>These pages need JavaScript. Without it you can <a href="/login">sign in</a> and use the API.</p>';

interface Document {
  file: string;
  script: string;
  title?: string | undefined;
  withoutScript: string;
}

/** An HTML document of a web app, which has no such file. */
function document({ file, script, title, withoutScript }: Document): Plugin {
  const html = `<!doctype html>
<html lang="en">
  <head>
    <title>${title ? `${title} · Cairn` : 'Cairn'}</title>
  </head>
  <body>
    <div id="root"></div>
    <noscript>
      ${withoutScript}
    </noscript>
    <script type="module" src="${script}"></script>
  </body>
</html>
`;
  return {
    name: `cairn-document-${basename(file)}`,
    enforce: 'pre',
    resolveId: (id) => (id === file ? file : null),
    load: (id) => (id === file ? html : null),
  };
}

/** Adds tags to <head> after Vite has looked for files to bundle, so that it leaves the shared assets alone. */
function documentHead(): Plugin {
  const shared = (attrs: Record<string, string>, tag = 'link'): HtmlTagDescriptor => ({ tag, attrs });
  return {
    name: 'cairn-document-head',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        { tag: 'base', attrs: { href: '/' }, injectTo: 'head-prepend' },
        { tag: 'meta', attrs: { charset: 'utf-8' }, injectTo: 'head-prepend' },
        shared({ name: 'viewport', content: 'width=device-width, initial-scale=1' }, 'meta'),
        shared({ name: 'color-scheme', content: 'light dark' }, 'meta'),
        shared({ name: 'cairn-portal', content: '/' }, 'meta'),
        // blocking on purpose: it sets the colour scheme before the first paint
        shared({ src: './shared/ui/theme.js' }, 'script'),
        shared({ rel: 'icon', type: 'image/svg+xml', href: './shared/ui/favicon.svg' }),
      ],
    },
  };
}

/** Writes `name.br` and `name.gz` beside every text file, which the services send to browsers that take them. */
function compressedNeighbours(): Plugin {
  let folders: string[] = [];
  return {
    name: 'cairn-compressed-neighbours',
    configResolved(config) {
      const out = join(config.root, config.build.outDir);
      folders = [out, join(out, config.build.assetsDir)];
    },
    closeBundle() {
      // Without a folder the build has failed, whose own error is the one to show.
      const files = folders
        .filter((folder) => existsSync(folder))
        .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
      for (const path of files.filter((each) => /\.(m?js|css|svg|json)$/.test(each))) compressFile(path);
    },
  };
}
