import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { formatNumber, ServiceLink, t } from '@cairn/ui';
import { datasetHref } from '../addresses.ts';
import type { GeometryProblem, IngestResult, SpatialDbResult } from '../client.ts';
import styles from './upload.module.css';

/** Whether there is more to read of a result than that it is done. */
export function needsReading({
  unchanged,
  warnings,
  problem_count: count,
  problems,
  spatialdb,
}: IngestResult) {
  return unchanged || warnings.length > 0 || (count ?? problems?.length ?? 0) > 0 || spatialdb !== undefined;
}

/** What is worth knowing of data that have become a version: warnings, geometries that need repair, PostGIS. */
export function UploadResult({ result }: { result: IngestResult }) {
  const { problems = [], problem_count: count = problems.length, spatialdb } = result;
  // Of unchanged data the row itself says all there is to say.
  const warnings = result.unchanged ? [] : result.warnings;
  return (
    <>
      {warnings.length > 0 ? (
        <ul className={styles.warnings}>
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      ) : null}
      {result.missing_crs && !result.unchanged ? (
        <Button
          size="compact-sm"
          variant="default"
          className={styles.setCrs}
          component={ServiceLink}
          href={`${datasetHref(result.dataset)}?panel=crs`}
        >
          {t('upload.setCrs')}
        </Button>
      ) : null}
      {count > 0 ? <Problems problems={problems} count={count} /> : null}
      {spatialdb ? <Database result={spatialdb} /> : null}
    </>
  );
}

/** At first this many; all that the server names at a press. */
const FEW = 5;

function Problems({ problems, count }: { problems: GeometryProblem[]; count: number }) {
  const [all, setAll] = useState(false);
  const shown = all ? problems : problems.slice(0, FEW);
  return (
    <div className={styles.problems}>
      <p className={styles.problemsLead}>
        {t('upload.problems.lead', { count, number: formatNumber(count) })}
      </p>
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('upload.problems.label')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('upload.problems.layer')}</th>
              <th scope="col">{t('upload.problems.feature')}</th>
              <th scope="col">{t('upload.problems.problem')}</th>
              <th scope="col">{t('upload.problems.cure')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ layer, feature, problem, cure }, index) => (
              <tr key={`${layer}:${feature ?? index}:${problem}`}>
                <td>{layer}</td>
                <td className="numeric">{feature ?? '–'}</td>
                <td>{problem}</td>
                <td>{cure}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <More {...{ shown: shown.length, listed: problems.length, count }} onAll={() => setAll(true)} />
    </div>
  );
}

function Database({ result }: { result: SpatialDbResult }) {
  const { success, error, schema, tables = [] } = result;
  if (!success) {
    return (
      <Alert color="yellow" role="status" title={t('upload.db.failed')}>
        {error} {t('upload.db.kept')}
      </Alert>
    );
  }
  return (
    <Alert color="pine" role="status" title={t('upload.db.loaded')}>
      <ul className={styles.tables}>
        {tables.map(({ layer, table, rows }) => (
          <li key={table}>
            {t('upload.db.rows', {
              count: rows,
              number: formatNumber(rows),
              table: schema ? `${schema}.${table}` : table,
              layer,
            })}
          </li>
        ))}
      </ul>
      <BrokenGeometries tables={tables} />
    </Alert>
  );
}

/** Features whose geometries PostGIS does not accept. */
function BrokenGeometries({ tables }: { tables: NonNullable<SpatialDbResult['tables']> }) {
  const [all, setAll] = useState(false);
  const count = tables.reduce((sum, { broken_geometries: broken }) => sum + (broken?.count ?? 0), 0);
  if (count === 0) return null;
  const listed = tables.flatMap(({ layer, broken_geometries: broken }) =>
    (broken?.features ?? []).map((feature) => ({ layer, ...feature })),
  );
  const shown = all ? listed : listed.slice(0, FEW);
  return (
    <div className={styles.problems}>
      <p className={styles.problemsLead}>{t('upload.db.broken', { count, number: formatNumber(count) })}</p>
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('upload.db.brokenLabel')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('upload.problems.layer')}</th>
              <th scope="col">{t('upload.problems.feature')}</th>
              <th scope="col">{t('upload.db.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ layer, feature, reason }) => (
              <tr key={`${layer}:${feature}`}>
                <td>{layer}</td>
                <td className="numeric">{feature}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <More {...{ shown: shown.length, listed: listed.length, count }} onAll={() => setAll(true)} />
    </div>
  );
}

/** Shows the rest of a list that the server cuts. */
function More({
  shown,
  listed,
  count,
  onAll,
}: {
  shown: number;
  listed: number;
  count: number;
  onAll: () => void;
}) {
  if (shown < listed) {
    return (
      <Button size="compact-sm" variant="subtle" onClick={onAll}>
        {t('upload.problems.more', { number: formatNumber(listed) })}
      </Button>
    );
  }
  if (count <= listed) return null;
  return (
    <p className={styles.quiet}>{t('upload.problems.rest', { number: formatNumber(count - listed) })}</p>
  );
}
