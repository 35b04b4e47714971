import { Suspense } from 'react';
import { Tabs } from '@mantine/core';
import { LoadingRows, t, useRights, useUrlState } from '@cairn/ui';
import type { DatasetTabProps } from './tab.ts';
import { tabsOf } from './tabs.ts';
import { TABLE_STATE, useAddress } from './use-address.ts';
import styles from './dataset.module.css';

/** Everything about a dataset but its map; which tab is open stands in the address. */
export function DatasetTabs(props: DatasetTabProps) {
  const tabs = tabsOf(props.version, useRights('vault').edit);
  const first = tabs[0]?.name ?? '';
  const [wanted] = useUrlState('tab', first);
  const change = useAddress();
  const open = tabs.some(({ name }) => name === wanted) ? wanted : first;
  return (
    <Tabs
      value={open}
      onChange={(next) => change({ ...TABLE_STATE, tab: next === first ? '' : (next ?? '') })}
      keepMounted={false}
    >
      <Tabs.List>
        {tabs.map(({ name }) => (
          <Tabs.Tab key={name} value={name}>
            {t(`dataset.tabs.${name}`)}{' '}
            {name === 'versions' ? <span className="numeric">{props.versions.length}</span> : null}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, Content }) => (
        <Tabs.Panel key={name} value={name} className={styles.panel}>
          <Suspense fallback={<LoadingRows />}>
            <Content {...props} />
          </Suspense>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
