import type { ReportMgmtOperations } from '@cairn/contracts';
import type { Storage } from '@cairn/files';
import { PAGE_POLICY, auditContext, respond, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { toDeliveryBody } from './mapper.ts';
import { renderOutputPage } from './output-page.ts';
import { sendOutput } from './send-output.ts';
import type { DeliveryService } from './service.ts';

type Operation = 'sendDeliveryAgain' | 'linkedOutputPage' | 'downloadLinkedOutput';

interface Deps {
  deliveries: DeliveryService;
  storage: Pick<Storage, 'open'>;
}

/** The address has the secret: nothing may keep the page, and no search engine may list it. */
const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': PAGE_POLICY,
  'Cache-Control': 'no-store',
  // The address is in no Referer, and the form still has an Origin, as it would not with no-referrer.
  'Referrer-Policy': 'strict-origin',
  'X-Robots-Tag': 'noindex, nofollow',
};

export function deliveryRoutes({ deliveries, storage }: Deps): Handlers<ReportMgmtOperations, Operation> {
  return {
    sendDeliveryAgain: async ({ path }, actor, call) =>
      toDeliveryBody(await deliveries.sendAgain(path.id, auditContext(actor, call))),

    async linkedOutputPage({ query: { token } }, _actor, call) {
      const output = await deliveries.openLink(token);
      const action = `${call.basePath}/output.php?token=${encodeURIComponent(token!)}`;
      return respond(200, renderOutputPage(output, action), PAGE_HEADERS);
    },

    downloadLinkedOutput: streaming(async ({ input: { query }, actor, call, req, res }) => {
      const output = await deliveries.download(query.token, auditContext(actor, call));
      res.setHeader('X-Robots-Tag', 'noindex, nofollow');
      await sendOutput(storage, output, { req, res, modified: new Date(0), cache: 'no-store' });
    }),
  };
}
