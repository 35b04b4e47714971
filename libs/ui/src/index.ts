export { ApiError, errorFromResponse, isRefused, sentenceForStatus, sentenceOf } from './api/api-error.ts';
export { requestJson, unwrap } from './api/request.ts';
export { uploadFile, type UploadProgress } from './api/upload-file.ts';
export { notifyError, useApi, useChange } from './api/use-api.ts';
export { meKey, signInAddress, signOut, useMe, type Me } from './api/use-me.ts';
export { basePath, isPortal, portalPath } from './boot/base-path.ts';
export { bootApp } from './boot/boot-app.tsx';
export { bootServerPage } from './server-page/boot-server-page.tsx';
export { islandData, type Island } from './server-page/island.ts';
export { bootEmbedded } from './boot/boot-embedded.tsx';
export { useDropTarget } from './drop/drop-target.ts';
export { FileDropZone } from './drop/file-drop-zone.tsx';
export { takeHandedFiles } from './drop/handed-files.ts';
export { useOpenWithFiles, useUploadDrop } from './drop/use-upload-drop.ts';
export { FileSize } from './format/file-size.tsx';
export {
  formatBytes,
  formatDay,
  formatDuration,
  formatExact,
  formatMilliseconds,
  formatNumber,
  formatRelative,
} from './format/format.ts';
export { RelativeTime } from './format/relative-time.tsx';
export { useSeconds } from './format/use-seconds.ts';
export { ConfirmDanger } from './form/confirm-danger.tsx';
export { CopyButton } from './form/copy-button.tsx';
export { CopyOnce } from './form/copy-once.tsx';
export { LazyModal } from './form/lazy-dialogs.tsx';
export { fieldErrors } from './form/field-errors.ts';
export { focusFirstError } from './form/focus-first-error.ts';
export { FormActions } from './form/form-actions.tsx';
export { notifyDone, notifyOutcome, notifyUndo } from './form/notify.tsx';
export { SaveForm } from './form/save-form.tsx';
export { ServerAddress, serverAddressChecks } from './form/server-address.tsx';
export { SidePanel } from './form/side-panel.tsx';
export { useLatched } from './form/use-latched.ts';
export { useSaveForm } from './form/use-save-form.ts';
export { useTestedSave } from './form/use-tested-save.tsx';
export { useUnsavedGuard } from './form/use-unsaved-guard.tsx';
export { addMessages, t, tui } from './i18n.ts';
export { EmptyState } from './page/empty-state.tsx';
export { ErrorState } from './page/error-state.tsx';
export { Facts } from './page/facts.tsx';
export { Loaded } from './page/loaded.tsx';
export { LoadingRows } from './page/loading-rows.tsx';
export { NotFound } from './page/not-found.tsx';
export { Page, useDocumentTitle } from './page/page.tsx';
export { Panel } from './page/panel.tsx';
export { RunPanel } from './page/run-panel.tsx';
export { Thumbnail } from './page/thumbnail.tsx';
export { useUrlState } from './page/use-url-state.ts';
export { routeInThisApp } from './shell/destinations.ts';
export { forgetJob, isRunning, trackJob, useTrackedJobs, type TrackedJob } from './shell/jobs-store.ts';
export { Mark } from './shell/mark.tsx';
export { useVisibleDestinations } from './shell/use-targets.ts';
export { quietJob } from './shell/job-notices.tsx';
export { ServiceLink } from './shell/service-link.tsx';
export type { JobEnd } from './shell/job-ends.ts';
export { readStored, writeStored } from './shell/local-storage.ts';
export {
  cancelServiceJob,
  isUnderWay,
  jobsKey,
  useServiceJobs,
  type ServiceJob,
} from './shell/service-jobs.ts';
export { ShareDialog } from './sharing/share-dialog.tsx';
export { SharingBadge } from './sharing/sharing-badge.tsx';
export { useRights, useServices, type Rights, type ServiceEntry } from './shell/use-services.ts';
export { saveCsv, toCsv, type CellValue, type Column, type Sort } from './table/columns.ts';
export { DataTable } from './table/data-table.tsx';
export type { DataTableProps } from './table/data-table-props.ts';
export { MenuItem } from './table/menu-item.tsx';
export { Pager } from './table/pager.tsx';
export { RowLink } from './table/row-link.tsx';
export { RowMenu } from './table/row-menu.tsx';
export { useDebouncedText } from './table/use-debounced-text.ts';
export { useGridKeys, type ActiveCell } from './table/use-grid-keys.ts';
