import { bootApp } from '@cairn/ui';
import { messages } from './messages/en.ts';
import { routes } from './routes.tsx';

bootApp({ service: 'report-mgmt', messages, routes });
