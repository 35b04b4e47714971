import type { ReportServerOperations } from '@cairn/contracts';
import type { Handlers } from '@cairn/service';
import type { ReportServerConfig } from '../../config.ts';
import type { LicenseService } from './service.ts';

export function licenseRoutes({
  license,
  config,
}: {
  license: LicenseService;
  config: Pick<ReportServerConfig, 'edition'>;
}): Handlers<ReportServerOperations, 'getLicense'> {
  return {
    async getLicense() {
      const { licensee, features, isValid, isDevelopment, notBefore, notAfter, problem } =
        await license.status();
      return {
        edition: config.edition,
        licensee,
        features,
        valid: isValid,
        development: isDevelopment,
        not_before: notBefore,
        not_after: notAfter,
        problem,
      };
    },
  };
}
