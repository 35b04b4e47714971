import { EmptyState, LoadingRows, sentenceOf, t } from '@cairn/ui';
import { IconClock, IconLock } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import type { EmbedType } from '../../sdk/types.ts';
import type { EmbedAddress } from './address.ts';
import classes from './embedded.module.css';
import type { EmbedSession } from './session.ts';
import { useEmbedding, type Embedding } from './use-embedding.ts';

interface ContentProps {
  address: EmbedAddress;
  embedding: Embedding;
}

const WidgetsContent = lazy(async () => ({
  default: (await import('./widgets/widgets-content.tsx')).WidgetsContent,
}));

const ReportContent = lazy(async () => ({
  default: (await import('./report/report-content.tsx')).ReportContent,
}));

const MapContent = lazy(async () => ({
  default: (await import('./report/map-content.tsx')).MapContent,
}));

const CONTENT: Record<EmbedType, React.ComponentType<ContentProps>> = {
  report: ReportContent,
  'map-report': MapContent,
  view: WidgetsContent,
  dashboard: WidgetsContent,
};

/** What another site shows in a frame: the content, or why there is none. */
export function EmbeddedPage({
  address,
  session,
}: {
  address: EmbedAddress;
  session: Promise<EmbedSession>;
}) {
  const embedding = useEmbedding(address, session);
  const { phase, host, error } = embedding;
  const Content = CONTENT[address.type];
  return (
    <Measured onHeight={(height) => host.post({ type: 'resize', height })}>
      {phase === 'opening' && <LoadingRows rows={4} />}
      {phase === 'shown' && (
        <Suspense fallback={<LoadingRows rows={4} />}>
          <Content address={address} embedding={embedding} />
        </Suspense>
      )}
      {phase === 'refused' && (
        <EmptyState
          icon={<IconLock size={22} stroke={1.6} />}
          title={t('embedded.refusedTitle')}
          text={t('embedded.refusedText')}
        />
      )}
      {phase === 'expired' && (
        <EmptyState
          icon={<IconClock size={22} stroke={1.6} />}
          title={t('embedded.expiredTitle')}
          text={t('embedded.expiredText')}
        />
      )}
      {phase === 'failed' && (
        <EmptyState
          icon={<IconLock size={22} stroke={1.6} />}
          title={t('embedded.failedTitle')}
          text={sentenceOf(error)}
        />
      )}
    </Measured>
  );
}

/** Says the height of its content whenever it changes by a pixel, to more and to less. */
function Measured({ onHeight, children }: { onHeight: (height: number) => void; children: ReactNode }) {
  const content = useRef<HTMLElement>(null);
  const listener = useRef(onHeight);
  listener.current = onHeight;
  useEffect(() => {
    let last = -1;
    const observer = new ResizeObserver(() => {
      const height = Math.ceil(content.current?.getBoundingClientRect().height ?? 0);
      if (Math.abs(height - last) < 1) return;
      last = height;
      listener.current(height);
    });
    observer.observe(content.current as HTMLElement);
    return () => observer.disconnect();
  }, []);
  return (
    <main ref={content} className={classes.content}>
      {children}
    </main>
  );
}
