import type { Response } from 'express';
import type { PortalOperations } from '@cairn/contracts';
import { auditContext, notFound, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { PortalConfig } from '../../config.ts';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { receiveThumbnail } from './receive.ts';
import { THUMBNAIL_NAME } from './service.ts';
import type { ThumbnailService } from './service.ts';

interface ThumbnailRoutes {
  thumbnails: ThumbnailService;
  config: Pick<PortalConfig, 'thumbnailsRoot'>;
  db: Db;
}

export function thumbnailRoutes({
  thumbnails,
  config,
  db,
}: ThumbnailRoutes): Handlers<PortalOperations, 'uploadThumbnail' | 'thumbnail'> {
  return {
    uploadThumbnail: streaming(async ({ req, res, actor, call }) => {
      const name = await thumbnails.store(await receiveThumbnail(req, res));
      const subject = { type: 'thumbnail' as const, id: name, name };
      // The picture is stored whether or not the database can be reached.
      await recordAudit(db, { event: 'thumbnail.uploaded', cause: auditContext(actor, call), subject }).catch(
        (err: unknown) => call.log.warn({ err }, 'upload not recorded'),
      );
      res.status(201).json({ url: `${call.basePath}/thumbnails/${name}` });
    }),
    thumbnail: streaming(async ({ res, input }) => {
      const { name } = input.path;
      if (!THUMBNAIL_NAME.test(name)) throw missing();
      res.setHeader('X-Content-Type-Options', 'nosniff');
      res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
      // A name is used once and its content never changes.
      res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
      await sendFile(res, config.thumbnailsRoot, name);
    }),
  };
}

function sendFile(res: Response, root: string, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    res.sendFile(
      name,
      { root, cacheControl: false, dotfiles: 'deny' },
      (error: NodeJS.ErrnoException | undefined) => {
        if (!error) resolve();
        else if (res.headersSent) resolve();
        else reject(error.code === 'ENOENT' ? missing() : error);
      },
    );
  });
}

function missing() {
  return notFound('portal.no_such_thumbnail', 'Picture not found; it may have been removed.');
}
