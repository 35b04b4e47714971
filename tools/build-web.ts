import { buildWeb, webState } from './platform/web-build.ts';

const SENTENCES = {
  none: 'has no pages to build',
  fresh: 'was built from this source already',
  stale: 'is built',
};

/** `node tools/build-web.ts <service> …` builds the pages of services unless they are fresh. */
for (const service of process.argv.slice(2)) {
  try {
    const before = webState(service);
    await buildWeb(service);
    console.log(`${service} ${SENTENCES[before]}.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
