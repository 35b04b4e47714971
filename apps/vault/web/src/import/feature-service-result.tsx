import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { formatNumber, t } from '@cairn/ui';
import { datasetRoute } from '../addresses.ts';
import type { FeatureServiceResult as Result } from '../client.ts';
import styles from '../upload/upload.module.css';

/** What an import from a feature service has created: a link to each dataset. */
export function FeatureServiceResult({ layers }: Result) {
  return (
    <ul className={styles.rows}>
      {layers.map(({ layer_id: id, layer, dataset, schema, table, features, note }) => (
        <li key={id}>
          {dataset === null ? (
            layer
          ) : (
            <Anchor component={Link} to={datasetRoute(dataset)} underline="always">
              {dataset}
            </Anchor>
          )}{' '}
          <span className={styles.quiet}>
            {t('import.featuresvc.loaded', {
              count: features,
              number: formatNumber(features),
              table: `${schema}.${table}`,
            })}
            {note ? ` ${note}` : ''}
          </span>
        </li>
      ))}
    </ul>
  );
}
