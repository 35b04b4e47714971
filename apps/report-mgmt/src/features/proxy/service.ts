import { randomUUID } from 'node:crypto';
import { createFairSemaphore } from '@cairn/service';
import type { Actor, Logger, SecretBox } from '@cairn/service';
import type { Readable } from 'node:stream';
import type { Db } from '../../db/schema.ts';
import { readKey } from '../definitions/key.ts';
import type { DefinitionService } from '../definitions/service.ts';
import { engineMissing, unsupportedFormat } from '../engine/errors.ts';
import type { Engine, EngineAnswer, EnginePicture } from '../engine/types.ts';
import { PICTURE_NAME } from '../engine/replace-addresses.ts';
import { BUSY } from './errors.ts';
import { findImageRun, insertImageRun } from './image-run-repo.ts';
import type { RunRequest } from './read-run.ts';
import { createRunRecorder } from './record-run.ts';

export interface ProxyDeps {
  db: Db;
  engine: Engine;
  secretBox: SecretBox;
  logger: Pick<Logger, 'warn'>;
  now: () => Date;
  definitions: Pick<DefinitionService, 'open'>;
}

/** A document on its way to a viewer. */
export type DocumentToSend = Pick<EngineAnswer, 'status' | 'headers' | 'body'>;

export type ProxyService = ReturnType<typeof createProxyService>;

/** Two runs an address for visitors; a place is held until the document is sent. */
const LIMITS = {
  limit: 64,
  perPerson: 8,
  forVisitors: 32,
  perNetwork: 2,
  maxWaitingPerPerson: 20,
  busy: BUSY,
};
const WAIT_MS = 30_000;
/** Readers may be slow. */
const RUN_MS = 60 * 60_000;
const PICTURE_MS = 30_000;
const PICTURES_LAST_MS = 15 * 60_000;
const SEALED_FOR = 'report_mgmt.image_runs';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Runs of viewers, and the pictures of those as HTML. */
export function createProxyService({ db, engine, secretBox, logger, now, definitions }: ProxyDeps) {
  const places = createFairSemaphore(LIMITS);
  const recorder = createRunRecorder({ db, engine, logger });

  /** HTML whose pictures lead to us; the run is kept for them when the first one comes. */
  function linkPictures(answer: EngineAnswer, owner: { report: string; userId: number }): Readable {
    const { body, engineSession, executionId } = answer;
    // Before anything is sent, so that a missing key is an answer and not a cut connection.
    const engineSessionSealed = engineSession === null ? null : secretBox.seal(engineSession, SEALED_FOR);
    const uuid = randomUUID();
    let saved: Promise<void> | undefined;
    return engine.linkPictures(body, async (picture) => {
      saved ??= insertImageRun(db, {
        ...{ uuid, reportKey: owner.report, userId: owner.userId, engineSessionSealed },
        engineExecutionId: executionId ?? picture.uuid,
        expiresAt: new Date(now().getTime() + PICTURES_LAST_MS),
      });
      await saved;
      return `../report_image.php?${new URLSearchParams({ _repName: owner.report, image: picture.image, uuid })}`;
    });
  }

  return {
    /**
     * Runs a report while its viewer waits.
     * @throws {AppError} bad_request, forbidden, not_found before it runs; too_many; unavailable without an engine; bad_gateway when
     * it cannot be reached, fails or breaks off
     */
    async run(
      request: RunRequest,
      { actor, signal }: { actor: Actor; signal: AbortSignal },
      send: (document: DocumentToSend) => Promise<void>,
    ): Promise<void> {
      const { report, format, parameters, fileName, locale, timeZone } = request;
      const { title, datasource: ownDatasource } = await definitions.open(actor, report);
      if (engine.kind === 'none') throw engineMissing();
      if (!engine.formats.includes(format)) throw unsupportedFormat();
      const datasource = request.datasource ?? (ownDatasource || null);
      const work = async () => {
        const run = {
          ...{ reportKey: report, reportTitle: title, datasource: datasource ?? '', format, parameters },
          ...{ requestedBy: actor.id, requestedByName: actor.username },
          ...{ timeZone: timeZone ?? '', fileName },
        };
        await recorder.record(run, signal, async (progress) => {
          const answer = await engine.execute({
            ...{ report, format, datasource, parameters, onBehalfOf: actor.id },
            signal: progress.signal,
            ...(fileName ? { fileName } : {}),
            ...(locale ? { locale } : {}),
            ...(timeZone ? { timeZone } : {}),
            pictures: actor.id === null ? 'inline' : 'linked',
            deadlineMs: RUN_MS,
          });
          try {
            const { id: userId } = actor;
            const isLinked = userId !== null && answer.status === 200 && isHtml(answer);
            const body = isLinked ? linkPictures(answer, { report, userId }) : answer.body;
            progress.watch(answer, body);
            await send({ ...answer, body });
          } finally {
            answer.body.destroy();
          }
        });
      };
      await places.run(work, { signal, waitMs: WAIT_MS });
    },

    /**
     * A picture of a run of the person; null when it is not theirs.
     * @throws {AppError} unavailable without an engine, bad_gateway when the engine has no such picture
     */
    async picture(
      actor: Actor,
      request: { report?: string | undefined; image?: string | undefined; uuid?: string | undefined },
      signal: AbortSignal,
    ): Promise<EnginePicture | null> {
      const { image = '', uuid = '' } = request;
      const reportKey = readKey(request.report);
      const { id: userId } = actor;
      if (userId === null || reportKey === null || !UUID.test(uuid) || !PICTURE_NAME.test(image)) return null;
      await definitions.open(actor, reportKey);
      if (engine.kind === 'none') throw engineMissing();
      const run = await findImageRun(db, { uuid, reportKey, userId, now: now() });
      if (!run) return null;
      const { engineSessionSealed: sealed, engineExecutionId: executionId } = run;
      const engineSession = sealed === null ? null : secretBox.open(sealed, SEALED_FOR);
      return engine.picture({
        ...{ image, executionId, engineSession, onBehalfOf: userId, signal },
        deadlineMs: PICTURE_MS,
      });
    },

    /** Waits until the ends of runs are on record. */
    settle: () => recorder.settle(),
  };
}

function isHtml({ headers }: EngineAnswer): boolean {
  return /^\s*text\/html\b/i.test(headers['Content-Type'] ?? '');
}
