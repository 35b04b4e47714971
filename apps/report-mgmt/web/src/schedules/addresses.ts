import { hrefOf, SCHEDULES_ROUTE } from '../addresses.ts';

export const schedulesHref = () => hrefOf(SCHEDULES_ROUTE);
export const NEW_SCHEDULE_ROUTE = '/edit_schedule.php';
export const editScheduleRoute = (id: number) => `${NEW_SCHEDULE_ROUTE}?id=${id}`;
/** The runs of a schedule; with `run` the panel of that one is open. */
export const scheduleHistoryRoute = (id: number, run?: string) =>
  `/history.php?schedule=${id}${run === undefined ? '' : `&run=${run}`}`;
