import type { Processor } from '@cairn/jobs';
import type { ContentService } from '../features/contents/service.ts';
import { findVersionById } from '../features/versions/repo.ts';
import type { Db } from '../db/handle.ts';

interface Payload {
  version_id: number;
}

/**
 * Reads and draws a new version, so that its page opens at once. Everything it makes is kept under the hash of the
 * bytes and made only when it is missing: running it again, or beside a reader who came first, changes nothing.
 */
export function inspectVersion({ db, contents }: { db: Db; contents: ContentService }): Processor {
  return async (payload: Payload, { progress, signal }) => {
    const version = await findVersionById(db, payload.version_id);
    if (!version) return { skipped: 'the version was removed' };
    progress(5, 'Reading the file');
    const { info } = await contents.facts(version);
    signal.throwIfAborted();
    progress(50, 'Drawing the preview');
    // A file that cannot be drawn, for want of a CRS for example, is none the less a good version.
    const drawn: string[] = [];
    await contents.warm(version).then(
      () => drawn.push('preview'),
      () => undefined,
    );
    signal.throwIfAborted();
    progress(80, 'Drawing the thumbnail');
    await contents.thumbnail(version).then(
      () => drawn.push('thumbnail'),
      () => undefined,
    );
    return { drawn, layers: info.layers?.length ?? 0 };
  };
}
