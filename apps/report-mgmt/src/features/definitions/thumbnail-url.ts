import { createHash } from 'node:crypto';

interface Pictured {
  key: string;
  thumbnailVersion: string | null;
}

/** A short text that changes with the picture. */
export function shortVersion(version: string): string {
  return createHash('sha256').update(version).digest('hex').slice(0, 12);
}

/** Address of the picture of a report; null without one. Browsers keep it for an hour, so it changes with the picture. */
export function thumbnailUrl({ key, thumbnailVersion }: Pictured, basePath: string): string | null {
  if (thumbnailVersion === null) return null;
  const query = `report=${encodeURIComponent(key)}&v=${shortVersion(thumbnailVersion)}`;
  return `${basePath}/reports/report_thumbnail.php?${query}`;
}
