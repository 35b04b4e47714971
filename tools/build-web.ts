import { buildWeb, webState } from './platform/web-build.ts';

/** `node tools/build-web.ts <service>` builds the service's pages unless they are fresh. */
const service = process.argv[2] ?? '';
try {
  const before = webState(service);
  await buildWeb(service);
  const sentences = {
    none: 'has no pages to build',
    fresh: 'was built from this source already',
    stale: 'is built',
  };
  console.log(`${service} ${sentences[before]}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
