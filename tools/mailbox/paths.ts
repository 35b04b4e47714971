/** Where the front door serves the mailbox. */
export const mailboxPath = '/mailbox';

/** Below it; answers everybody. */
export const mailboxHealthPath = '/health';
