import '../styles/mantine.css';
import '../styles/global.css';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { startMessages } from '../i18n.ts';
import { Providers } from './providers.tsx';

interface EmbeddedApp {
  /** Key of the service. */
  service: string;
  messages: Record<string, unknown>;
  content: ReactNode;
}

/** Starts a page that other sites show in a frame: without router, shell and the person who is signed in. */
export function bootEmbedded({ service, messages, content }: EmbeddedApp): void {
  startMessages(messages);
  document.documentElement.dataset.service = service;
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <Providers>{content}</Providers>
    </StrictMode>,
  );
}
