import type { MailValues } from '../mail/types.ts';

/** What previews and tests show in the place of a run. */
export function sampleValues(address: string): Required<MailValues> {
  return {
    report_title: 'Water levels',
    report_name: 'water_levels',
    slot_local: 'Mon, 30 Nov 2026, 07:00',
    slot_utc: 'Mon, 30 Nov 2026, 06:00 UTC',
    time_zone: 'Europe/Berlin',
    parameters: 'region: north, south',
    row_count: '1204',
    page_count: '12',
    file_name: 'water_levels.pdf',
    file_size: '1.4 MB',
    download_link: `${address}/output.php?token=sample`,
    link_expires: 'Mon, 7 Dec 2026, 07:00 (Europe/Berlin)',
    next_run: 'Tue, 1 Dec 2026, 07:00',
  };
}
