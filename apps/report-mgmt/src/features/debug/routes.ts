import type { Auth } from '@cairn/auth';
import type { ReportMgmtOperations } from '@cairn/contracts';
import type { Handlers } from '@cairn/service';
import type { ReportMgmtConfig } from '../../config.ts';
import { requireEcho, requireProbe } from './require-probe.ts';
import { probeSession } from './probe-session.ts';

type Operation = 'probeSession' | 'echoParameters';

interface Deps {
  config: ReportMgmtConfig;
  auth: Pick<Auth, 'identify'>;
}

export function debugRoutes({ config, auth }: Deps): Handlers<ReportMgmtOperations, Operation> {
  return {
    probeSession: async (_input, actor, { request, cookies }) => {
      requireProbe(config, actor);
      return probeSession({ config, auth }, { actor, request, cookies });
    },
    echoParameters: ({ openQuery }, _actor, { request }) => {
      requireEcho(config);
      const [, ...rest] = request.originalUrl.split('?');
      const names = Object.keys(openQuery).filter((name) => !name.startsWith('_'));
      return {
        raw_query_string: rest.join('?'),
        query: { ...openQuery },
        report_parameters: Object.fromEntries(names.map((name) => [name, openQuery[name]!])),
      };
    },
  };
}
