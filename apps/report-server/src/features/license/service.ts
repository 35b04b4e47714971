import { forbidden } from '@cairn/service';
import { DEVELOPMENT_LICENSE, DEVELOPMENT_PUBLIC_KEY } from './development-license.ts';
import { parsePayload, readLicenseFile } from './read-license.ts';
import { isSignedBy } from './signature.ts';
import { FEATURES } from './types.ts';
import type { Feature, LicenseStatus, SignedLicense } from './types.ts';

export type LicenseService = ReturnType<typeof createLicenseService>;

export interface LicenseConfig {
  licenseFile?: string;
  /** Key that licences are signed with, beside the development key. */
  licensePublicKey?: string;
  nodeEnv: string;
}

const NONE: LicenseStatus = {
  licensee: null,
  features: [],
  isValid: false,
  isDevelopment: false,
  notBefore: null,
  notAfter: null,
  problem: null,
};

/** Reads the file at each use, so that a new licence counts at once. */
export function createLicenseService(config: LicenseConfig, now: () => Date = () => new Date()) {
  const isProduction = config.nodeEnv === 'production';

  async function status(): Promise<LicenseStatus> {
    try {
      if (config.licenseFile) return check(await readLicenseFile(config.licenseFile));
    } catch (error) {
      return { ...NONE, problem: (error as Error).message };
    }
    if (!isProduction) return check(DEVELOPMENT_LICENSE);
    return { ...NONE, problem: 'There is no licence. Set LICENSE_FILE to the file that you received.' };
  }

  function check(license: SignedLicense): LicenseStatus {
    const isDevelopment = isSignedBy(license, DEVELOPMENT_PUBLIC_KEY);
    const isIssued = config.licensePublicKey !== undefined && isSignedBy(license, config.licensePublicKey);
    if (!isDevelopment && !isIssued) {
      throw new Error('The signature of the licence is not valid. Copy the file that you received again.');
    }
    const payload = parsePayload(license);
    const problem = problemOf(payload, isDevelopment);
    return {
      licensee: payload.licensee,
      features: problem ? [] : FEATURES.filter((feature) => payload.features.includes(feature)),
      isValid: problem === null,
      isDevelopment,
      notBefore: payload.not_before,
      notAfter: payload.not_after,
      problem,
    };
  }

  function problemOf(
    { not_before: notBefore, not_after: notAfter }: { not_before: string; not_after: string },
    isDevelopment: boolean,
  ): string | null {
    if (isDevelopment && isProduction) {
      return 'The licence is signed with the development key, which does not count in production. Ask for a licence.';
    }
    if (now() < new Date(notBefore))
      return `The licence starts at ${notBefore}. Check the clock of the server.`;
    if (now() >= new Date(notAfter)) return `The licence ended at ${notAfter}. Ask for a new one.`;
    return null;
  }

  return {
    status,

    /** @throws {AppError} forbidden `license.feature_missing` */
    async requireFeature(feature: Feature): Promise<void> {
      const { features } = await status();
      if (features.includes(feature)) return;
      throw forbidden(
        'license.feature_missing',
        `The licence of this server does not include ${feature}. Ask its administrator.`,
      );
    },
  };
}
