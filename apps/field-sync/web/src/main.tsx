import { bootServerPage } from '@cairn/ui';
import { messages } from './messages/en.ts';

bootServerPage({ service: 'field-sync', messages, islands: {} });
