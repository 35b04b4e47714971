import type { Request, Response } from 'express';
import { sendBytes } from '@cairn/files';
import type { Storage } from '@cairn/files';

interface OutputToSend {
  object: string;
  name: string;
  bytes: number;
}

/** Sends a stored document as an attachment: HTML of a report must not run in our origin. */
export async function sendOutput(
  storage: Pick<Storage, 'open'>,
  output: OutputToSend,
  { req, res, modified, cache }: { req: Request; res: Response; modified: Date; cache?: string },
): Promise<void> {
  await sendBytes(req, res, {
    size: output.bytes,
    // Keys of objects begin with the hash, after their folder.
    sha256: output.object.split('/')[1]!.slice(0, 64),
    modified,
    fileName: output.name,
    open: (range) => storage.open(output.object, range),
    ...(cache === undefined ? {} : { cache }),
  });
}
