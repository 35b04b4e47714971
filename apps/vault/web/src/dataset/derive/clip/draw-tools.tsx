import { useState } from 'react';
import type { Geometry } from 'geojson';
import type { Map as MapLibre } from 'maplibre-gl';
import { Button, Group } from '@mantine/core';
import { IconPolygon, IconRectangle, IconTrash } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import { useDrawing, type DrawTool } from '@cairn/ui/map';
import styles from '../derive.module.css';

interface DrawToolsProps {
  map: MapLibre | null;
  geometry: Geometry | null;
  onGeometry: (geometry: Geometry | null) => void;
}

const TOOLS = [
  { tool: 'polygon', Icon: IconPolygon },
  { tool: 'rectangle', Icon: IconRectangle },
] as const;

/** Draws one area on the map; its corners can be moved afterwards. */
export function DrawTools({ map, geometry, onGeometry }: DrawToolsProps) {
  const [tool, setTool] = useState<DrawTool | null>(null);
  const drawing = useDrawing(map, {
    tool,
    geometry,
    onDrawn: (drawn) => {
      setTool(null);
      onGeometry(drawn);
    },
  });
  const state = tool ?? (geometry ? 'done' : 'none');
  return (
    <>
      <Group gap={8} role="group" aria-label={t('derive.clip.modes.draw')}>
        {TOOLS.map(({ tool: each, Icon }) => (
          <Button
            key={each}
            variant={tool === each ? 'filled' : 'default'}
            aria-pressed={tool === each}
            disabled={!map}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => {
              setTool(tool === each ? null : each);
              onGeometry(null);
            }}
          >
            {t(`derive.clip.${each}`)}
          </Button>
        ))}
        <Button
          variant="default"
          disabled={!geometry}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => {
            setTool(null);
            onGeometry(null);
          }}
        >
          {t('derive.clip.redraw')}
        </Button>
      </Group>
      <p className={styles.hint} role="status">
        {drawing.failed ? t('derive.clip.failed') : t(`derive.clip.drawing.${state}`)}
      </p>
      <p className={styles.hint}>{t('derive.clip.keyboard')}</p>
    </>
  );
}
