import { Badge, Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatNumber, t, Thumbnail } from '@cairn/ui';
import { runnerRoute, thumbnailHref, viewRoute } from '../addresses.ts';
import type { ReportSummary } from '../client.ts';
import styles from './catalog.module.css';

/** A report with its picture; one with problems says them instead of running. */
export function ReportCard({ report }: { report: ReportSummary }) {
  const { key, title, description, datasource, format, problems } = report;
  const isBroken = problems.length > 0;
  return (
    <>
      <Thumbnail
        kind="report"
        seed={title}
        src={report.has_thumbnail ? thumbnailHref(key, report.thumbnail_version) : null}
      />
      <div className={styles.body}>
        <Link className={styles.title} to={viewRoute(key)}>
          {title}
        </Link>
        {description === '' ? null : <p className={styles.text}>{description}</p>}
        {isBroken ? (
          <ul className={styles.problems}>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        ) : null}
        <div className={styles.foot}>
          {isBroken ? (
            <Badge color="red" size="sm">
              {t('catalog.problems', { count: problems.length, number: formatNumber(problems.length) })}
            </Badge>
          ) : (
            <span className={styles.facts}>
              {[datasource, format.toUpperCase()].filter(Boolean).join(' · ')}
            </span>
          )}
          {isBroken ? null : (
            <Button
              component={Link}
              to={runnerRoute(key)}
              className={styles.run}
              size="compact-sm"
              variant="light"
              leftSection={<IconPlayerPlay size={14} aria-hidden />}
              aria-label={t('report.runOf', { title })}
            >
              {t('report.run')}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}
