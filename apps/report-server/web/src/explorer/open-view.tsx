import { Navigate } from 'react-router';
import { EmptyState, ErrorState, LoadingRows, Page, t } from '@cairn/ui';
import { useViews } from './views/use-views.ts';
import { viewSearch } from './views/view-state.ts';

/** A saved view by its key alone, as the catalog links to it: leads to the address of what it shows. */
export function OpenView({ name }: { name: string }) {
  const { views, error, refetch } = useViews();
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!views) return <LoadingRows rows={8} height={48} />;
  const view = views.find(({ key }) => key === name);
  const search = view && viewSearch(view);
  if (search) return <Navigate to={{ search }} replace />;
  return (
    <Page title={t('explorer.title')}>
      <EmptyState boxed title={t('views.notFound')} text={t('views.notFoundText')} />
    </Page>
  );
}
