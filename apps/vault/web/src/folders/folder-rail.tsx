import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconArchive,
  IconChevronDown,
  IconFolder,
  IconFolderOff,
  IconPlus,
  IconStack2,
} from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '@cairn/ui';
import type { Folder } from '../client.ts';
import { locationOf } from '../datasets/list-location.ts';
import styles from './folders.module.css';
import { MorePages } from './more-pages.tsx';
import { RailEntry } from './rail-entry.tsx';

interface FolderRailProps {
  folders: Folder[];
  /** Shown while one looks at what is archived. */
  archivedFolders: Folder[];
  /** Datasets in each folder, under `null` those in none; undefined until it is known. */
  counts: Map<number | null, number> | undefined;
  total: number | undefined;
  mayCreate: boolean;
  onCreate: () => void;
}

/** Folder navigation: a list next to the datasets, collapsed above them in narrow windows. */
export function FolderRail(props: FolderRailProps) {
  const { folders, archivedFolders, counts, total, mayCreate, onCreate } = props;
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  const onGo = () => setUnfolded(false);
  const entryOf = (folder: Folder) => (
    <RailEntry
      key={folder.id}
      location={{ kind: 'folder', id: folder.id }}
      label={folder.name}
      icon={IconFolder}
      count={counts && (counts.get(folder.id) ?? 0)}
      onGo={onGo}
    />
  );
  return (
    <nav className={styles.rail} aria-label={t('folders.label')} data-unfolded={unfolded}>
      <UnstyledButton
        className={styles.fold}
        aria-expanded={unfolded}
        aria-controls={id}
        onClick={() => setUnfolded(!unfolded)}
      >
        <IconFolder size={16} stroke={1.7} aria-hidden />
        <span className={styles.label}>{useNameOfPlace([...folders, ...archivedFolders])}</span>
        <IconChevronDown size={16} className={styles.chevron} aria-hidden />
      </UnstyledButton>
      <div className={styles.entries} id={id}>
        <ul className={styles.list}>
          <RailEntry
            location={{ kind: 'all' }}
            label={t('folders.location.all')}
            icon={IconStack2}
            count={total}
            onGo={onGo}
          />
        </ul>
        <div className={styles.head}>
          <h2 className={styles.heading}>{t('folders.heading')}</h2>
          {mayCreate ? (
            <Tooltip label={t('folders.new')}>
              <ActionIcon variant="subtle" color="gray" aria-label={t('folders.new')} onClick={onCreate}>
                <IconPlus size={16} />
              </ActionIcon>
            </Tooltip>
          ) : null}
        </div>
        <ul className={styles.list}>
          {folders.map(entryOf)}
          <RailEntry
            location={{ kind: 'unfiled' }}
            label={t('folders.location.unfiled')}
            icon={IconFolderOff}
            count={counts && (counts.get(null) ?? 0)}
            onGo={onGo}
          />
        </ul>
        <ul className={`${styles.list} ${styles.apart}`}>
          <RailEntry
            location={{ kind: 'archived' }}
            label={t('folders.location.archived')}
            icon={IconArchive}
            onGo={onGo}
          />
        </ul>
        {archivedFolders.length > 0 ? (
          <>
            <div className={styles.head}>
              <h2 className={styles.heading}>{t('folders.archivedHeading')}</h2>
            </div>
            <ul className={styles.list}>{archivedFolders.map(entryOf)}</ul>
          </>
        ) : null}
        <MorePages />
      </div>
    </nav>
  );
}

function useNameOfPlace(folders: Folder[]): string {
  const [params] = useSearchParams();
  const location = locationOf(params);
  const folder = folders.find(({ id }) => location.kind === 'folder' && id === location.id);
  return folder?.name ?? t(`folders.location.${location.kind}`);
}
