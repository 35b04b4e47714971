import { lazy, Suspense, useState } from 'react';
import { Button, Loader, Menu } from '@mantine/core';
import {
  IconBookmark,
  IconChevronDown,
  IconDeviceFloppy,
  IconPlus,
  IconStar,
  IconTrash,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { LazyModal, notifyError, notifyUndo, t, unwrap } from '@cairn/ui';
import type { SavedView } from '../../client.ts';
import { useExplorer } from '../state/explorer-context.tsx';
import { FocusWhenShown } from '../state/focus-when-shown.tsx';
import { saveView, toViewInput, useDeleteView, useViews, viewsKey } from './use-views.ts';
import { viewSearch } from './view-state.ts';

const ViewForm = lazy(async () => ({ default: (await import('./view-form.tsx')).ViewForm }));

/** Saves what is shown as a view, and opens the views that were saved. */
export function ViewsMenu() {
  const { state, change } = useExplorer();
  const { views } = useViews();
  const [saving, setSaving] = useState<'new' | 'again' | null>(null);
  const navigate = useNavigate();
  const remove = useRemoveView();
  const opened = views?.find(({ key }) => key === state.view);
  return (
    <>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconBookmark size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            maw={240}
          >
            {opened?.title ?? t('views.menu')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
          {opened ? (
            <Menu.Item
              leftSection={<IconDeviceFloppy size={16} aria-hidden />}
              onClick={() => setSaving('again')}
            >
              {t('views.saveAgain', { title: opened.title })}
            </Menu.Item>
          ) : null}
          <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setSaving('new')}>
            {t('views.saveNew')}
          </Menu.Item>
          {opened ? (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => remove(opened)}
            >
              {t('views.delete', { title: opened.title })}
            </Menu.Item>
          ) : null}
          <Menu.Divider />
          <Menu.Label>{t(views?.length === 0 ? 'views.none' : 'views.open')}</Menu.Label>
          {(views ?? []).map((view) => (
            <ViewItem key={view.key} view={view} onOpen={(search) => void navigate({ search })} />
          ))}
        </Menu.Dropdown>
      </Menu>
      <LazyModal
        opened={saving !== null}
        onClose={() => setSaving(null)}
        title={t(saving === 'again' ? 'views.titleAgain' : 'views.titleNew')}
      >
        <Suspense fallback={<Loader size="sm" />}>
          <FocusWhenShown>
            <ViewForm
              view={saving === 'again' ? opened : undefined}
              onCancel={() => setSaving(null)}
              onSaved={(view) => {
                setSaving(null);
                change({ view: view.key });
              }}
            />
          </FocusWhenShown>
        </Suspense>
      </LazyModal>
    </>
  );
}

function ViewItem({ view, onOpen }: { view: SavedView; onOpen: (search: string) => void }) {
  const search = viewSearch(view);
  if (!search) return null;
  return (
    <Menu.Item
      rightSection={view.is_default ? <IconStar size={14} aria-label={t('views.isDefault')} /> : undefined}
      onClick={() => onOpen(search)}
    >
      {view.title}
    </Menu.Item>
  );
}

/** Deletes a view and offers to bring it back. */
function useRemoveView() {
  const { change } = useExplorer();
  const queries = useQueryClient();
  const { mutate } = useDeleteView((view) => {
    change({ view: '' });
    notifyUndo(t('views.deleted', { title: view.title }), () => {
      unwrap(saveView(toViewInput(view)))
        .then(() => queries.invalidateQueries({ queryKey: viewsKey }))
        .catch(notifyError);
    });
  });
  return mutate;
}
