import type { MailTemplate } from './types.ts';

const labelStyle = 'padding: 4px 16px 4px 0; text-align: left; vertical-align: top';

function row(label: string, value: string): string {
  return `<tr><th style="${labelStyle}">${label}</th><td style="padding: 4px 0">${value}</td></tr>`;
}

/** The mail of schedules without a template of their own. Rows and paragraphs whose values are all empty are left out. */
export const DEFAULT_TEMPLATE: MailTemplate = {
  subject: '{{report_title}} ({{slot_local}})',
  body: `<p>Hello {{recipient_name}},</p>
<p>Here is your report <strong>{{report_title}}</strong>.</p>
<table style="border-collapse: collapse">
${[
  row('Report', '{{report_title}} ({{report_name}})'),
  row('Run for', '{{slot_local}} ({{time_zone}})'),
  row('Parameters', '{{parameters}}'),
  row('Rows', '{{row_count}}'),
  row('Pages', '{{page_count}}'),
  row('File', '{{file_name}} ({{file_size}})'),
  row('Next run', '{{next_run}}'),
].join('\n')}
</table>
<p><a href="{{download_link}}">Download the report</a></p>
<p>The link works until {{link_expires}}.</p>
<p style="color: #666666; font-size: 13px">You get this mail because your address is on the recipient list of this report. To stop it, contact the person who schedules the report.</p>`,
};
