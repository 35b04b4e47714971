import { once } from 'node:events';
import type { DbadminOperations } from '@cairn/contracts';
import { streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { createJobService } from './service.ts';

export function jobRoutes(
  deps: Parameters<typeof createJobService>[0],
): Handlers<DbadminOperations, 'listJobs' | 'getJob' | 'cancelJob'> {
  const service = createJobService(deps);
  return {
    // Written as it is read: there may be any number.
    listJobs: streaming(async ({ res, input, actor }) => {
      const pages = service.list(input.query, actor);
      let page = await pages.next();
      res.status(200).type('application/json; charset=utf-8');
      res.write('[');
      for (let first = true; !page.done; first = false) {
        const texts = page.value.map((job) => JSON.stringify(job));
        const isFull = !res.write((first ? '' : ',') + texts.join(','));
        if (res.destroyed) break;
        if (isFull) await Promise.race([once(res, 'drain'), once(res, 'close')]);
        page = await pages.next();
      }
      res.end(']');
    }),
    getJob: ({ path }, actor) => service.get(path.id, actor),
    cancelJob: ({ path, query }, actor) => service.cancel(path.id, { mayStop: query.stop === 'true' }, actor),
  };
}
