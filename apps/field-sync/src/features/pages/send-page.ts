import { streaming } from '@cairn/service';
import type { Actor, Call, Input, Markup, SendServerPage, StreamingHandler } from '@cairn/service';
import type { OwnSignInOf } from '../sign-in/own-sign-in.ts';
import { readSaid } from './action-results.ts';
import { inArea, plainNavigation } from './layout.ts';
import type { Area } from './layout.ts';

/** What a page shows, and the list that it belongs to. */
export interface PageContent {
  title: string;
  area: Area | null;
  content: Markup;
  status?: number;
}

export type PageHandler = <Op>(
  render: (request: { input: Input<Op>; actor: Actor; call: Call }) => Promise<PageContent>,
) => StreamingHandler<Op>;

/** The attributes of pages are a contract with programs that read them; this is its version. */
const BODY_ATTRIBUTES = { 'data-contract': '1' };

/** Turns a function that renders a page into its handler. */
export function createPageHandler(sendServerPage: SendServerPage, ownSignInOf: OwnSignInOf): PageHandler {
  return (render) =>
    streaming(async ({ res, input, actor, call }) => {
      const { title, area, content, status } = await render({ input, actor, call });
      const last = readSaid(call);
      if (last) res.append('Set-Cookie', last.forget);
      await sendServerPage(res, {
        title,
        basePath: call.basePath,
        content: inArea({ area, content }, { said: last?.said ?? null, actor }),
        navigation: plainNavigation(actor),
        bodyAttributes: BODY_ATTRIBUTES,
        ownSignIn: await ownSignInOf(call, actor),
        ...(status === undefined ? {} : { status }),
      });
    });
}
