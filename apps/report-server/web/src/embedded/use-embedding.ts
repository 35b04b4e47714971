import { ApiError } from '@cairn/ui';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FrameMessage, HostMessage, Parameters, ViewerOptions } from '../../sdk/protocol.ts';
import type { EmbedAddress } from './address.ts';
import { createHost, type Host } from './host.ts';
import { withoutBound } from './parameters.ts';
import { openSession, type EmbedSession } from './session.ts';

/** How long a frame waits for the first values of its host, which may have none. */
const INIT_MS = 1_500;
/** Before its end a token is to be renewed. */
const RENEW_SECONDS = 60;

export type Phase = 'opening' | 'shown' | 'refused' | 'expired' | 'failed';

export interface Embedding {
  phase: Phase;
  session: EmbedSession | null;
  error: unknown;
  host: Host;
  /** Values that the reader or the host chose: none that the token binds. */
  parameters: Parameters;
  viewer: ViewerOptions;
  datasource: string | null;
  /** Counts up when everything has to be read again. */
  revision: number;
  /** The reader changed values. */
  changeParameters(parameters: Parameters): void;
  /** A call failed: with a refused session the content goes. */
  report(error: unknown, id?: number): void;
}

type Shown = Pick<Embedding, 'parameters' | 'viewer' | 'datasource'>;

/** The session of the frame, and its conversation with the page that shows it. */
export function useEmbedding(address: EmbedAddress, first: Promise<EmbedSession>): Embedding {
  const host = useMemo(() => createHost(), []);
  const [phase, setPhase] = useState<Phase>('opening');
  const [error, setError] = useState<unknown>(null);
  const [session, setSession] = useState<EmbedSession | null>(null);
  const [shown, setShown] = useState<Shown>({
    parameters: address.parameters,
    viewer: {},
    datasource: null,
  });
  const [revision, setRevision] = useState(0);
  const current = useRef({ session, shown });
  current.current = { session, shown };

  const report = useCallback(
    (cause: unknown, id?: number) => {
      const isRefused =
        cause instanceof ApiError && (cause.status === 401 || cause.code === 'access.embed_refused');
      if (isRefused) setPhase((now) => (now === 'expired' ? now : 'refused'));
      const message = cause instanceof Error ? cause.message : String(cause);
      const sent: FrameMessage = {
        type: 'error',
        error: { code: isRefused ? 'forbidden' : 'failed', message },
        ...(id === undefined ? {} : { id }),
      };
      host.post(sent);
    },
    [host],
  );

  const follow = useCallback(
    async (opening: Promise<EmbedSession>): Promise<void> => {
      try {
        const opened = await opening;
        document.title = opened.title;
        host.accept(opened.origins, { title: opened.title, bound: opened.bound });
        setSession(opened);
        setRevision((count) => count + 1);
        setPhase((now) => (now === 'opening' ? now : 'shown'));
      } catch (cause) {
        setError(cause);
        setPhase('failed');
        report(cause);
      }
    },
    [host, report],
  );

  const change = useCallback(
    (changed: Parameters, source: 'initial' | 'user' | 'api') => {
      const { session: now, shown: before } = current.current;
      const { parameters, ignored } = withoutBound(changed, now?.bound ?? []);
      const all = { ...before.parameters, ...parameters };
      setShown((last) => ({ ...last, parameters: all }));
      host.post({ type: 'parametersChange', parameters: all, ignored, source });
    },
    [host],
  );

  useEffect(() => {
    void first.catch(() => null).then(() => follow(first));
  }, [first, follow]);
  useFirstValues({
    ...{ session, phase, host },
    show(init) {
      if (init) {
        setShown((last) => ({ ...last, viewer: init.viewer, datasource: init.datasource }));
        change(init.parameters, 'initial');
      }
      setPhase((now) => (now === 'opening' ? 'shown' : now));
    },
  });

  useEffect(
    () =>
      host.listen((message: HostMessage) => {
        if (message.type === 'setParameters') change(message.parameters, 'api');
        if (message.type === 'refresh') setRevision((count) => count + 1);
        if (message.type === 'setToken') void follow(openSession(message.token, address));
      }),
    [host, change, follow, address],
  );

  useEffect(() => {
    if (!session) return undefined;
    const { expires_in: seconds } = session;
    const warning = setTimeout(
      () => host.post({ type: 'tokenExpiring', seconds: Math.min(seconds, RENEW_SECONDS) }),
      Math.max(0, seconds - RENEW_SECONDS) * 1_000,
    );
    const end = setTimeout(() => {
      setPhase('expired');
      host.post({ type: 'error', error: { code: 'token_expired', message: 'The token has expired.' } });
    }, seconds * 1_000);
    return () => {
      clearTimeout(warning);
      clearTimeout(end);
    };
  }, [session, host]);

  return {
    ...{ phase, error, session, host, revision, report, ...shown },
    changeParameters: useCallback((parameters) => change(parameters, 'user'), [change]),
  };
}

interface FirstValues {
  session: EmbedSession | null;
  phase: Phase;
  host: Host;
  /** With the values of the host, if it has said any. */
  show(init?: Shown): void;
}

/** The content is read once the host has said its first values, or does not. */
function useFirstValues({ session, phase, host, show }: FirstValues): void {
  const isWaiting = session !== null && phase === 'opening';
  const latest = useRef(show);
  latest.current = show;
  useEffect(() => {
    void host.init.then((init) => latest.current(init));
  }, [host]);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => latest.current(), window.parent === window ? 0 : INIT_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
}
