import type { RouteObject } from 'react-router';
import { reportRoutes } from './report-routes.tsx';

export const routes: RouteObject[] = [...reportRoutes];
