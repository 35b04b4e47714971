import { bootServerPage } from '@cairn/ui';
import { LayerMap } from './islands/layer-map.tsx';
import { RunChart } from './islands/run-chart.tsx';
import { ShapesMap } from './islands/shapes-map.tsx';
import { OfferedValues } from './islands/offered-values.tsx';
import { messages } from './messages/en.ts';

bootServerPage({
  service: 'field-sync',
  messages,
  islands: {
    'layer-map': LayerMap,
    'offered-values': OfferedValues,
    'run-chart': RunChart,
    'shapes-map': ShapesMap,
  },
});
