import { Alert, List } from '@mantine/core';
import { formatNumber, t } from '@cairn/ui';
import type { DefinitionList } from '../client.ts';
import styles from './catalog.module.css';

/** What the folder of reports has beside reports, and whether it can be read at all. */
export function FolderNotes({ list: { ignored, folder_away } }: { list: DefinitionList }) {
  return (
    <>
      {folder_away ? (
        <Alert color="yellow" title={t('catalog.folderAway')} mb="md">
          {t('catalog.folderAwayText')}
        </Alert>
      ) : null}
      {ignored.length > 0 ? (
        <details className={styles.ignored}>
          <summary>
            {t('catalog.ignored', { count: ignored.length, number: formatNumber(ignored.length) })}
          </summary>
          <List size="sm">
            {ignored.map(({ path, problem }) => (
              <List.Item key={path}>
                <code>{path}</code>: {problem}
              </List.Item>
            ))}
          </List>
        </details>
      ) : null}
    </>
  );
}
