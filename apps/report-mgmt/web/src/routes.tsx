import type { RouteObject } from 'react-router';
import { reportRoutes } from './report-routes.tsx';
import { scheduleRoutes } from './schedule-routes.tsx';

export const routes: RouteObject[] = [...reportRoutes, ...scheduleRoutes];
