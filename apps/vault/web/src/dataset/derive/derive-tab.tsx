import { useState } from 'react';
import type { Map as MapLibre } from 'maplibre-gl';
import { Select } from '@mantine/core';
import { LoadingRows, t, useUrlState } from '@cairn/ui';
import type { MapFocus } from '@cairn/ui/map';
import type { CrsChoice } from '../../client.ts';
import { useShownLayer } from '../use-shown-layer.ts';
import type { DatasetTabProps } from '../types.ts';
import { TABLE_STATE, useAddress } from '../use-address.ts';
import { ClipForm } from './clip/clip-form.tsx';
import { OPERATIONS } from './derivation.ts';
import { DatasetFields } from './dataset-fields.tsx';
import { DissolveForm } from './dissolve/dissolve-form.tsx';
import {
  derivationOf,
  NO_BUFFER,
  NO_CALCULATION,
  NO_CLIP,
  NO_DISSOLVE,
  NO_JOIN,
  NO_OTHER,
} from './drafts.ts';
import { FilterForm } from './filter/filter-form.tsx';
import { SaveResult } from './save-result.tsx';
import { CalculatedRows } from './calculated-rows.tsx';
import { BufferForm } from './tools/buffer-form.tsx';
import { CalculateForm } from './tools/calculate-form.tsx';
import { JoinForm } from './tools/join-form.tsx';
import { MetresField } from './tools/metres-field.tsx';
import { ReprojectForm } from './tools/reproject-form.tsx';
import { PreviewFacts } from './preview-facts.tsx';
import { PreviewMap } from './preview-map.tsx';
import { usePreview } from './use-preview.ts';
import styles from './derive.module.css';

/** The tools: each is previewed while its form is filled in, and its result becomes a dataset or a version. */
export function DeriveTab(props: DatasetTabProps) {
  const { version } = props;
  const change = useAddress();
  const [operationName, setOperation] = useUrlState('op', 'filter');
  const operation = OPERATIONS.find((each) => each === operationName) ?? 'filter';
  const [where, setWhere] = useUrlState('where');
  const [dissolve, setDissolve] = useState(NO_DISSOLVE);
  const [clip, setClip] = useState(NO_CLIP);
  const [buffer, setBuffer] = useState(NO_BUFFER);
  const [target, setTarget] = useState<CrsChoice | null>(null);
  const [tolerance, setTolerance] = useState('');
  const [join, setJoin] = useState(NO_JOIN);
  const [intersect, setIntersect] = useState(NO_OTHER);
  const [calculate, setCalculation] = useState(NO_CALCULATION);
  const [map, setMap] = useState<MapLibre | null>(null);
  const [focus, setFocus] = useState<MapFocus | null>(null);
  const { name: layer, names, facts } = useShownLayer(props);
  // Until the layer is known, nothing is requested or written for it.
  const isLayerKnown = !props.technical.isPending;
  const derivation = isLayerKnown
    ? derivationOf(
        operation,
        { where, dissolve, clip, buffer, target, tolerance, join, intersect, calculate },
        layer,
      )
    : null;
  const preview = usePreview(version, derivation);
  const isEmpty = preview.data?.feature_count === 0;
  // What is wrong with a condition or an expression is said at its place.
  const inForm = (operation === 'filter' || operation === 'calculate') && preview.error?.status === 400;
  const chooseLayer = (next: string | null) => {
    setDissolve(NO_DISSOLVE);
    setCalculation(NO_CALCULATION);
    change({ ...TABLE_STATE, where: '', feature: '', color: '', layer: next ?? '' });
  };
  return (
    <div className={styles.columns}>
      <div className={styles.form}>
        <p className={styles.hint}>{t('derive.intro', { version: version.version })}</p>
        <Select
          label={t('derive.operation')}
          description={t(`derive.explain.${operation}`)}
          inputWrapperOrder={['label', 'input', 'description']}
          data={OPERATIONS.map((value) => ({ value, label: t(`derive.operations.${value}`) }))}
          value={operation}
          allowDeselect={false}
          onChange={(next) => setOperation(next ?? operation)}
        />
        {names.length > 1 ? (
          <Select
            label={t('derive.layer')}
            data={names}
            value={layer}
            allowDeselect={false}
            onChange={chooseLayer}
          />
        ) : null}
        {isLayerKnown ? null : <LoadingRows rows={4} />}
        {isLayerKnown && operation === 'filter' ? (
          <FilterForm
            key={layer}
            version={version}
            layer={layer}
            where={where}
            onWhere={setWhere}
            problem={inForm ? (preview.error?.message ?? null) : null}
          />
        ) : null}
        {isLayerKnown && operation === 'calculate' ? (
          <CalculateForm
            key={layer}
            version={version}
            layer={layer}
            draft={calculate}
            onDraft={setCalculation}
            problem={inForm ? (preview.error?.message ?? null) : null}
          />
        ) : null}
        {isLayerKnown && operation === 'dissolve' ? (
          <DissolveForm version={version} layer={layer} draft={dissolve} onDraft={setDissolve} />
        ) : null}
        {isLayerKnown && operation === 'clip' ? (
          <ClipForm
            map={map}
            draft={clip}
            onDraft={setClip}
            own={version.dataset}
            onLookAt={(bounds) => setFocus({ bounds })}
          />
        ) : null}
        {isLayerKnown && operation === 'intersect' ? (
          <DatasetFields
            draft={intersect}
            onDraft={setIntersect}
            own={version.dataset}
            onLookAt={(bounds) => setFocus({ bounds })}
            description={t('derive.intersect.datasetHint')}
          />
        ) : null}
        {isLayerKnown && operation === 'spatial_join' ? (
          <JoinForm draft={join} onDraft={setJoin} own={version.dataset} />
        ) : null}
        {isLayerKnown && operation === 'simplify' ? (
          <MetresField
            label={t('derive.simplify.tolerance')}
            description={t('derive.simplify.toleranceHint')}
            value={tolerance}
            onValue={setTolerance}
          />
        ) : null}
        {isLayerKnown && operation === 'reproject' ? (
          <ReprojectForm
            version={version}
            layer={layer}
            current={facts?.crs?.name}
            target={target}
            onTarget={setTarget}
          />
        ) : null}
        {isLayerKnown && operation === 'buffer' ? <BufferForm draft={buffer} onDraft={setBuffer} /> : null}
      </div>
      <div className={styles.outcome}>
        <PreviewFacts
          operation={operation}
          preview={preview.data}
          counting={!isLayerKnown || preview.counting}
          problem={inForm ? null : (preview.error?.message ?? null)}
        />
        {operation === 'calculate' && preview.data?.calculated ? (
          <CalculatedRows {...preview.data.calculated} />
        ) : null}
        <PreviewMap
          {...props}
          layer={layer}
          facts={facts}
          preview={preview.data}
          focus={focus}
          onMap={setMap}
        />
        <SaveResult
          {...props}
          operation={operation}
          derivation={derivation}
          ready={!preview.counting && (preview.data !== undefined || preview.isTooSlow) && !isEmpty}
        />
      </div>
    </div>
  );
}
