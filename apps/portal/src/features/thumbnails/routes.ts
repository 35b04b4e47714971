import type { Response } from 'express';
import type { PortalOperations } from '@cairn/contracts';
import { auditContext, notFound, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { PortalConfig } from '../../config.ts';
import { receiveThumbnail } from './receive.ts';
import { THUMBNAIL_NAME } from './service.ts';
import type { ThumbnailService } from './service.ts';

interface ThumbnailRoutes {
  thumbnails: ThumbnailService;
  config: Pick<PortalConfig, 'thumbnailsRoot'>;
}

export function thumbnailRoutes({
  thumbnails,
  config,
}: ThumbnailRoutes): Handlers<PortalOperations, 'uploadThumbnail' | 'thumbnail'> {
  return {
    uploadThumbnail: streaming(async ({ req, res, actor, call }) => {
      const upload = await receiveThumbnail(req, res);
      const name = await thumbnails.store(upload, auditContext(actor, call));
      res.status(201).json({ url: `${call.basePath}/thumbnails/${name}` });
    }),
    thumbnail: streaming(async ({ res, input }) => {
      const { name } = input.path;
      if (!THUMBNAIL_NAME.test(name)) throw missing();
      res.setHeader('X-Content-Type-Options', 'nosniff');
      res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
      // The content of a name never changes.
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
  return notFound('portal.no_such_thumbnail', 'Picture not found. It may have been removed.');
}
