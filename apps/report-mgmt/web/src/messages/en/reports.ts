/** What all pages of reports share. */
export const reportsMessages = {
  formats: {
    leavesOut: {
      pages: 'without pages',
      sheet: 'without pages and free placement',
      oldSheet: 'without pages, free placement and charts',
      rows: 'only the rows',
      flow: 'without free placement',
    },
  },
  report: {
    run: 'Run',
    runOf: 'Run {{title}}',
    schedule: 'Schedule',
    history: 'History',
    edit: 'Edit',
    delete: 'Delete',
    broken: 'Broken',
    reports: 'Reports',
    none: 'No report selected',
    noneText: 'Open a report from the list.',
    toReports: 'Show reports',
  },
};
