import { useState } from 'react';
import { Checkbox, Slider, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconStack2 } from '@tabler/icons-react';
import { tui } from '../i18n.ts';
import { Legend, RasterRamp } from './legend.tsx';
import type { DrawnLayer } from './overlays.ts';
import type { MapImage } from './types.ts';
import styles from './map.module.css';

interface LayerPanelProps {
  drawn: DrawnLayer[];
  images: MapImage[];
  opacity: (id: string) => number;
  onToggle: (id: string) => void;
  onOpacity: (id: string, value: number) => void;
}

/** The list of layers with their legend; closed at first where it would cover a small map. */
export function LayerPanel({ drawn, images, opacity, onToggle, onOpacity }: LayerPanelProps) {
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? !narrow;
  if (drawn.length + images.length === 0) return null;
  return (
    <div className={styles.layers}>
      <UnstyledButton
        className={styles.layersHead}
        aria-expanded={open}
        aria-label={tui(open ? 'map.hideLayers' : 'map.showLayers')}
        onClick={() => setChosen(!open)}
      >
        <IconStack2 size={15} aria-hidden />
        {tui('map.layers')}
      </UnstyledButton>
      <div hidden={!open} className={styles.layersBody}>
        {drawn.map(({ layer, coloring, visible }) => (
          <div key={layer.id}>
            <Checkbox size="xs" label={layer.title} checked={visible} onChange={() => onToggle(layer.id)} />
            {visible ? (
              <Legend
                entries={coloring.legend}
                attribute={layer.legendTitle ?? layer.colorBy}
                outlined={layer.outlined}
              />
            ) : null}
          </div>
        ))}
        {images.map((image) => (
          <div key={image.id}>
            <Checkbox
              size="xs"
              label={image.title}
              checked={opacity(image.id) > 0}
              onChange={() => onToggle(image.id)}
            />
            {image.legend ? <RasterRamp legend={image.legend} /> : null}
            <Slider
              size="xs"
              min={0.1}
              max={1}
              step={0.05}
              label={(value) => `${Math.round(value * 100)} %`}
              thumbLabel={tui('map.opacity', { title: image.title })}
              value={opacity(image.id) || 1}
              disabled={opacity(image.id) === 0}
              onChange={(value) => onOpacity(image.id, value)}
            />
          </div>
        ))}
      </div>
    </div>
  );
}
