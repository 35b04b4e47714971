import { dashboardsMessages } from './en/dashboards.ts';
import { widgetMessages } from './en/widget.ts';

/** The sentences of the pages of dashboards, which load with them. */
export const dashboardPageMessages = {
  ...dashboardsMessages,
  ...widgetMessages,
};
