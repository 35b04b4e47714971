import type { LicenseService } from './service.ts';
import type { Feature } from './types.ts';

type Handle = (...input: unknown[]) => unknown;

/** The handlers (no streaming ones), which refuse with 403 `license.feature_missing` where the licence lacks the feature. */
export function licensed<H extends object>(
  license: Pick<LicenseService, 'requireFeature'>,
  feature: Feature,
  handlers: H,
): H {
  const guarded = Object.entries(handlers as Record<string, Handle>).map(([operation, handle]) => {
    const run: Handle = async (...input) => {
      await license.requireFeature(feature);
      return handle(...input);
    };
    return [operation, run];
  });
  return Object.fromEntries(guarded) as H;
}
