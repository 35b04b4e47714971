/** Pages within other sites. */
export const embeddedMessages = {
  embedded: {
    loading: 'Loading…',
    refusedTitle: 'This can no longer be shown here',
    refusedText: 'Reload the page of the site, or ask its owner.',
    expiredTitle: 'The time for this page is over',
    expiredText: 'Reload the page of the site to go on.',
    failedTitle: 'This could not be loaded',
    retry: 'Try again',
    toolbar: 'Report',
    parameters: 'Parameters',
    export: 'Download',
    exporting: 'Preparing {{format}}…',
    zoomIn: 'Larger',
    zoomOut: 'Smaller',
    print: 'Print',
    close: 'Close',
    needsValues: 'Choose the parameters, and run the report.',
    exportDenied: 'The site does not allow downloads here.',
    widgetRefused: 'This part cannot be shown here.',
    unknownFormat: 'There is no format “{{format}}” here.',
  },
};
