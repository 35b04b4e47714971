export const servicesMessages = {
  services: {
    title: 'Services',
    lead: 'The services of this platform and their current status.',
    portal: 'Portal',
    refresh: 'Refresh',
    name: 'Service',
    key: 'Key',
    state: 'Status',
    time: 'Response time',
    up: 'Up',
    down: 'Down',
    asking: 'Checking…',
    empty: {
      title: 'No services registered',
      text: 'Services register with the portal when they start.',
    },
    databases: {
      title: 'Service databases',
      lead: 'The servers of these databases can only be managed by platform administrators.',
      database: 'Database',
      server: 'Server ID',
      reported: 'Last reported',
      inUse: 'In use',
      unused: 'Not in use',
      remove: 'Remove database',
      removeNamed: 'Remove {{database}} of {{service}} on server {{server}}',
      removeTitle: 'Remove {{database}} of {{service}}?',
      removeText:
        'No data is deleted. Users with access to database administration can then manage server {{server}} and its backups, unless another service keeps data there. If {{service}} uses the database again, it returns to this list.',
      removed: 'Removed {{database}} of {{service}}.',
    },
    restarts: {
      title: 'Restarts',
      lead: 'Processes that stopped unexpectedly and were restarted, since the platform started.',
      restarted: 'Restarted',
    },
  },
};
