import { Suspense, type ReactNode } from 'react';
import { Tabs } from '@mantine/core';
import { LoadingRows, t } from '@cairn/ui';
import { LayerChoice } from './layer-choice.tsx';
import { LayoutChoice } from './split/layout-choice.tsx';
import { useLayout, useOpenTab } from './split/layout.ts';
import { SplitView } from './split/split-view.tsx';
import type { DatasetTabProps } from './types.ts';
import { TABLE_STATE, useAddress } from './use-address.ts';
import styles from './dataset.module.css';
import split from './split/split.module.css';

/** The map and everything else about a dataset; which tab is open and what is shown is in the address. */
export function DatasetTabs({ map, ...props }: DatasetTabProps & { map: ReactNode }) {
  const { open, tabs } = useOpenTab(props.version);
  const [layout] = useLayout();
  const change = useAddress();
  const openTab = (name: string | null) =>
    change({
      ...TABLE_STATE,
      tab: name === tabs[0]?.name ? '' : (name ?? ''),
      show: layout === 'table' ? layout : '',
    });
  return (
    <Tabs
      className={open.wide ? undefined : split.fill}
      value={open.name}
      onChange={openTab}
      keepMounted={false}
    >
      <div className={split.bar}>
        <Tabs.List className={split.tabs}>
          {tabs.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {t(`dataset.tabs.${name}`)}{' '}
              {name === 'versions' ? <span className="numeric">{props.versions.length}</span> : null}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {open.wide ? null : (
          <div className={split.choices}>
            <LayerChoice {...props} />
            <LayoutChoice tab={open.name} />
          </div>
        )}
      </div>
      <SplitView layout={open.wide ? 'table' : layout} map={map}>
        {tabs.map(({ name, Content }) => (
          <Tabs.Panel
            key={name}
            value={name}
            className={`${styles.panel} ${split.panel}`}
            data-own-scroll={name === 'table' || undefined}
          >
            <Suspense fallback={<LoadingRows />}>
              <Content {...props} />
            </Suspense>
          </Tabs.Panel>
        ))}
      </SplitView>
    </Tabs>
  );
}
