import { lazy, Suspense } from 'react';
import { LazyModal } from '../form/lazy-dialogs.tsx';
import { tui } from '../i18n.ts';
import { LoadingRows } from '../page/loading-rows.tsx';
import type { SharedResource } from './sharing-api.ts';

const ShareForm = lazy(async () => ({ default: (await import('./share-form.tsx')).ShareForm }));

interface Props {
  resource: SharedResource;
  name: string;
  /** Address of its page, from the root of the platform: the link to copy. */
  href?: string;
  opened: boolean;
  onClose: () => void;
  /** Called when the access was changed. */
  onSaved: () => void;
}

/** Dialog to share a resource with people, groups or the public, and to copy its link. */
export function ShareDialog({ name, opened, onClose, ...rest }: Props) {
  return (
    <LazyModal opened={opened} onClose={onClose} title={tui('sharing.title', { name })} size="lg">
      <Suspense fallback={<LoadingRows rows={4} />}>
        <ShareForm {...rest} onClose={onClose} />
      </Suspense>
    </LazyModal>
  );
}
