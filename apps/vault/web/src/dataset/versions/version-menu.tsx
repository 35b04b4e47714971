import { Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowsLeftRight,
  IconDownload,
  IconEye,
  IconGitBranch,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { RowMenu, t } from '@cairn/ui';
import { compareRoute, downloadHref } from '../../addresses.ts';
import type { Version } from '../../client.ts';

interface VersionMenuProps {
  version: Version;
  /** The version that it is compared with, if there is another one. */
  other: Version | undefined;
  /** Whether it may be rolled back to, or deleted. */
  mayChange: boolean;
  onShow: () => void;
  onLineage: () => void;
  onRollback: () => void;
  onRemove: () => void;
}

const ICON = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

/** What can be done with a version, as far as the person may. */
export function VersionMenu({ version, other, mayChange, ...on }: VersionMenuProps) {
  const isFile = (version.datasource_type ?? 'file') === 'file';
  const [left, right] = other && other.version < version.version ? [other, version] : [version, other];
  return (
    <RowMenu label={t('versions.menu.label', { version: version.version })}>
      <Menu.Item leftSection={<IconEye {...ICON} />} onClick={on.onShow}>
        {t('versions.menu.show')}
      </Menu.Item>
      {other && right ? (
        <Menu.Item
          component={Link}
          to={compareRoute(version.dataset, left.version, right.version)}
          leftSection={<IconArrowsLeftRight {...ICON} />}
        >
          {t('versions.menu.compare', { version: other.version })}
        </Menu.Item>
      ) : null}
      <Menu.Item leftSection={<IconGitBranch {...ICON} />} onClick={on.onLineage}>
        {t('versions.menu.lineage')}
      </Menu.Item>
      {isFile ? (
        <Menu.Item
          component="a"
          href={downloadHref(version.id)}
          download={version.file_name}
          leftSection={<IconDownload {...ICON} />}
        >
          {t('versions.menu.download')}
        </Menu.Item>
      ) : null}
      {mayChange && !version.latest ? (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={<IconArrowBackUp {...ICON} />} onClick={on.onRollback}>
            {t('versions.menu.rollback')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={on.onRemove}>
            {t('versions.menu.remove')}
          </Menu.Item>
        </>
      ) : null}
    </RowMenu>
  );
}
