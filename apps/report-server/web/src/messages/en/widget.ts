/** One widget of a dashboard, on its page or embedded in another. */
export const widgetMessages = {
  widget: {
    loading: 'Loading the widget',
    deleted: 'This view was deleted',
    deletedText: 'Remove the widget, or choose another view for it.',
    closed: 'You cannot see these data',
    notSaved: 'These rows come from a report. Save the report itself.',
    exportNamed: 'Export {{title}}',
    stopExport: 'Stop the export',
    stopExportNamed: 'Stop the export of {{title}}',
    noMap: 'No map for this table',
    noMapText: 'None of its columns holds locations.',
  },
};
