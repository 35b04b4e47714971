/** One widget of a dashboard, on its page or embedded in another. */
export const widgetMessages = {
  widget: {
    loading: 'Loading the widget',
    deleted: 'This view was deleted',
    deletedText: 'Remove the widget, or choose another view for it.',
    ofReport: 'This view shows a report',
    ofReportText: 'Run the report itself to see its rows.',
    closed: 'You cannot see these data',
    exportNamed: 'Export {{title}}',
    stopExport: 'Stop the export',
    stopExportNamed: 'Stop the export of {{title}}',
    noMap: 'No map for this table',
    noMapText: 'None of its columns holds locations.',
  },
};
