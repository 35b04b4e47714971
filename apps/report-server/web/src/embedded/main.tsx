import { bootEmbedded } from '@cairn/ui';
import { sendThrough } from '../client.ts';
import { embeddedMessages } from '../messages/en/embedded.ts';
import { viewerMessages } from '../messages/en/viewer.ts';
import { takeAddress } from './address.ts';
import { EmbeddedPage } from './embedded-page.tsx';
import { openSession, sendEmbedded } from './session.ts';

// First of all: nothing that runs later finds the token in the address.
const address = takeAddress();
sendThrough(sendEmbedded);
const session = openSession(address.token, address);
bootEmbedded({
  service: 'report-server',
  messages: { ...viewerMessages, ...embeddedMessages },
  content: <EmbeddedPage address={address} session={session} />,
});
