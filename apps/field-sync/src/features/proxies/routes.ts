import { pipeline } from 'node:stream/promises';
import type { FieldSyncOperations } from '@cairn/contracts';
import { sendAsset, streaming } from '@cairn/service';
import type { Exchange, Handlers, StreamingHandler } from '@cairn/service';
import type { TableDataService } from '../table-data/service.ts';
import { createLocalTargets } from './local-targets.ts';
import { queryOf, remainingQuery } from './remaining-query.ts';
import { isJson, sendAnswer } from './send-answer.ts';
import type { ProxyService } from './service.ts';
import { findTarget } from './targets.ts';
import type { Target } from './targets.ts';
import type { UpstreamName } from './types.ts';
import { pathBelow } from './ui-path.ts';

type PageOperation = 'analysisHome' | 'analysisPage' | 'formBuilderHome' | 'formBuilderPage';
type ProxyExchange = Exchange<FieldSyncOperations['proxyRead' | 'proxyWrite']>;

/** Scripts may run, but with an origin of their own: they get nothing of what is signed in here. */
const UPSTREAM_POLICY =
  "sandbox allow-scripts allow-forms allow-popups allow-modals allow-downloads; frame-ancestors 'self'";

export function proxyRoutes({
  proxy,
  tableData,
}: {
  proxy: ProxyService;
  tableData: TableDataService;
}): Handlers<FieldSyncOperations, PageOperation | 'proxyRead' | 'proxyWrite'> {
  const answerHere = createLocalTargets({ tableData, hasAnalysis: proxy.isConfigured('analysis') });

  async function answer(exchange: ProxyExchange): Promise<void> {
    const target = findTarget(exchange.req.method, exchange.input.query);
    const here = await answerHere(exchange, target);
    if (!here.isAnswered) await pass(exchange, target, here.body);
  }

  /** The body, where it was read already. */
  async function pass(exchange: ProxyExchange, target: Target, read: Buffer | null): Promise<void> {
    const { req, res, actor, call } = exchange;
    const hasBody = req.method === 'POST';
    const passed = await proxy.pass({
      ...{ ...target, actor, signal: call.signal, accept: req.headers.accept },
      query: remainingQuery(queryOf(req.url), ['service', 'path']),
      method: req.method as 'GET' | 'HEAD' | 'POST',
      body: hasBody ? { bytes: read ?? req, length: req.headers['content-length'] } : null,
    });
    const isPackage = target.path === 'generate' && passed.status < 300 && !isJson(passed.contentType);
    if (isPackage) res.setHeader('Content-Disposition', 'attachment; filename="project.zip"');
    await sendAnswer(res, isPackage ? { ...passed, contentType: 'application/zip' } : passed);
  }

  function page(upstream: UpstreamName): StreamingHandler<never> {
    return streaming(async ({ req, res, call }) => {
      const path = pathBelow(req.url, `/${upstream}/`);
      res.setHeader('Content-Security-Policy', UPSTREAM_POLICY);
      const file = proxy.override(upstream, path);
      if (file) {
        await sendAsset(req, res, { ...file, cacheControl: 'no-store' });
        return;
      }
      const { contentType, body } = await proxy.page({
        ...{ upstream, path, query: queryOf(req.url), accept: req.headers.accept, signal: call.signal },
        method: req.method === 'HEAD' ? 'HEAD' : 'GET',
      });
      res.setHeader('Content-Type', contentType ?? 'application/octet-stream');
      await pipeline(body, res);
    });
  }

  const pages = { analysis: page('analysis'), formbuilder: page('formbuilder') };
  return {
    proxyRead: streaming(answer),
    proxyWrite: streaming(answer),
    analysisHome: pages.analysis,
    analysisPage: pages.analysis,
    formBuilderHome: pages.formbuilder,
    formBuilderPage: pages.formbuilder,
  };
}
