import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Request, Response } from 'express';

/** A folder of public files, served below a path of the service. */
export interface AssetMount {
  /** Path without a trailing slash, e.g. /assets. */
  mount: string;
  /** Absolute folder. */
  folder: string;
}

export interface AssetServer {
  /** False when no mount has such a file. */
  serve(req: Request, res: Response, path: string): Promise<boolean>;
}

// Vite puts a hash of the content into these names.
const HASHED = /[-.][A-Za-z0-9_-]{8,}\.[a-z0-9]+$/;
const SAFE_PATH = /^[A-Za-z0-9_@~+-][A-Za-z0-9._@~+-]*(\/[A-Za-z0-9_@~+-][A-Za-z0-9._@~+-]*)*$/;
const SCRIPT_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'self'";
const COMPRESSED = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const;

/** Serves hashed files with an unlimited lifetime and others with revalidation; sends a precompressed copy if there is one. */
export function createAssets(mounts: AssetMount[]): AssetServer {
  // Longest first, so that /shared/ui wins over /shared.
  const ordered = [...mounts].sort((a, b) => b.mount.length - a.mount.length);
  return {
    async serve(req, res, path) {
      for (const { mount, folder } of ordered) {
        if (!path.startsWith(`${mount}/`)) continue;
        const name = path.slice(mount.length + 1);
        if (!SAFE_PATH.test(name) || !isFile(join(folder, name))) continue;
        await sendAsset(req, res, { folder, name });
        return true;
      }
      return false;
    },
  };
}

/**
 * Sends one file of a folder with its modification time, compressed when there is a `.br` or `.gz` copy next to it. `name` must
 * not come from a client unchecked. `cacheControl` replaces the lifetime that follows from the name. Rejects when there is no such file.
 */
export function sendAsset(
  req: Request,
  res: Response,
  { folder, name, cacheControl }: { folder: string; name: string; cacheControl?: string },
): Promise<void> {
  const compressed = COMPRESSED.find(
    ({ encoding, suffix }) =>
      req.acceptsEncodings(encoding) === encoding && isFile(join(folder, name + suffix)),
  );
  res.setHeader('Vary', 'Accept-Encoding');
  res.setHeader(
    'Cache-Control',
    cacheControl ?? (HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'public, no-cache'),
  );
  // A worker has the policy of its own file, not that of its page; the map's worker fetches its data.
  if (/\.m?js$/.test(name)) res.setHeader('Content-Security-Policy', SCRIPT_POLICY);
  if (compressed) {
    res.setHeader('Content-Encoding', compressed.encoding);
    res.type(name.slice(name.lastIndexOf('.') + 1));
  }
  return new Promise((resolve, reject) => {
    res.sendFile(
      name + (compressed?.suffix ?? ''),
      { root: folder, cacheControl: false, dotfiles: 'deny' },
      (error) => {
        if (error && !res.headersSent) reject(error);
        else resolve();
      },
    );
  });
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
