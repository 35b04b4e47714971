/** A definition made from a template. */
export const contextMessages = {
  context: {
    title: 'Definition from a template',
    lead: 'Reads the parameters of a template and generates a definition for them. Nothing is saved.',
    template: 'Template',
    failed: 'The template could not be read',
    result: 'Definition',
    copy: 'Copy the definition',
    download: 'Download',
    publish: 'Publish with this',
    findings: 'Findings in the template',
    clean: 'All elements of the template are supported.',
  },
};
