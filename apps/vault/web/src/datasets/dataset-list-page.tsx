import { Button } from '@mantine/core';
import { IconFolderOff, IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { basePath, EmptyState, Page, t, useMe, useRights, useUploadDrop } from '@cairn/ui';
import { useUploadRight } from '../upload/use-upload-right.ts';
import { FolderRail } from '../folders/folder-rail.tsx';
import { useFolders } from '../folders/use-folders.ts';
import { DatasetTable } from './dataset-table.tsx';
import { useListPanel } from './use-list-panel.ts';
import { LocationHeader } from './location-header.tsx';
import { countByFolder, locationOf, rowsIn } from './list-location.ts';
import { useDatasetsWith } from './use-datasets.ts';
import styles from './datasets.module.css';

const ListPanels = lazy(() => import('./list-panels.tsx').then((module) => ({ default: module.ListPanels })));

/** The vault's front page: every dataset that the person may see, by folder. Its state lives in the address. */
export function DatasetListPage() {
  const [params, setParams] = useSearchParams();
  const panel = useListPanel();
  const mayEdit = useRights('vault').edit;
  const isVisitor = useMe().data?.authenticated === false;
  const location = locationOf(params);
  const isArchive = location.kind === 'archived';
  const archived = isArchive ? 'only' : params.get('archived') === 'include' ? 'too' : 'none';
  const { rows: all, active, source } = useDatasetsWith(archived);
  const shown = useFolders();
  const folders = shown.data ?? [];
  const folderId = location.kind === 'folder' ? location.id : null;
  const inFolder = folders.some(({ id }) => id === folderId);
  // A link may lead into a folder that has been archived since.
  const archive = useFolders('archived', isArchive || (shown.isSuccess && folderId !== null && !inFolder));
  const hidden = archive.data ?? [];
  const folder = [...folders, ...hidden].find(({ id }) => id === folderId);
  const isNowhere = folderId !== null && !folder && shown.isSuccess && archive.isSuccess;
  const right = useUploadRight();
  const uploadRoute = folderId === null ? '/upload' : `/upload?folder=${folderId}`;
  useUploadDrop(
    right && {
      title: t('upload.dropNow'),
      refusal: right.reason ?? undefined,
      href: `${basePath()}${uploadRoute}`,
    },
  );
  const rows = useMemo(() => all && rowsIn(all, locationOf(params)), [all, params]);
  const counts = useMemo(() => active && countByFolder(active), [active]);
  return (
    <Page
      title={t('list.title')}
      lead={t('list.lead')}
      width={1440}
      action={
        mayEdit ? (
          <Button component={Link} to={uploadRoute} leftSection={<IconUpload size={16} aria-hidden />}>
            {t('list.upload')}
          </Button>
        ) : undefined
      }
    >
      <div className={isVisitor ? undefined : styles.layout}>
        {isVisitor ? null : (
          <FolderRail
            folders={folders}
            archivedFolders={isArchive || folder?.archived ? hidden : []}
            counts={counts}
            total={active?.length}
            mayCreate={mayEdit}
            onCreate={() => panel.open('folder', 'new')}
          />
        )}
        <div>
          {isNowhere ? (
            <EmptyState
              boxed
              icon={<IconFolderOff size={22} stroke={1.6} />}
              title={t('folders.unknown')}
              text={t('folders.unknownText')}
            />
          ) : (
            <>
              <LocationHeader
                location={location}
                folder={folder}
                onEdit={({ id }) => panel.open('folder', String(id))}
              />
              <DatasetTable
                location={location}
                rows={rows}
                source={source}
                folders={folders}
                onRename={({ name }) => panel.open('rename', name)}
                onClone={({ name }) => panel.open('clone', name)}
              />
            </>
          )}
        </div>
      </div>
      {panel.isOpen ? (
        <Suspense>
          <ListPanels onCreated={({ id }) => setParams({ folder: String(id) }, { replace: true })} />
        </Suspense>
      ) : null}
    </Page>
  );
}
