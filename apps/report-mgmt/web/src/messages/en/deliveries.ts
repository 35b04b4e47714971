/** What became of mails. */
export const deliveriesMessages = {
  deliveries: {
    status: {
      queued: 'Queued',
      sending: 'Sending',
      sent: 'Sent',
      rejected: 'Rejected',
      failed: 'Failed',
      unknown: 'Unknown',
      suppressed: 'Suppressed',
    },
    summary: {
      not_requested: 'No mail',
      queued: 'Sending',
      sent: 'Sent',
      partial: 'Partly sent',
      failed: 'Failed',
      not_sent: 'Not sent',
      unknown: 'Unknown',
    },
    failureNotice: 'Notice of a failure.',
    attempts_one: '{{count}} attempt,',
    attempts_other: '{{count}} attempts,',
    next: 'Next attempt',
    link_one: 'Downloaded {{count}} time through the link, which ends',
    link_other: 'Downloaded {{count}} times through the link, which ends',
    sendAgain: 'Send again',
    sendAgainTo: 'Send again to {{address}}',
    sendAgainAsk: 'Send it to {{address}} again?',
    mayComeTwice:
      'The connection ended after the whole mail was handed over, so it may have arrived. If it did, this person gets it twice.',
    sendingAgain: 'The mail to {{address}} is sent again.',
  },
};
