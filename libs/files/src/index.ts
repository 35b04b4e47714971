export { createStorage } from './storage.ts';
export type { ByteRange, KeptObject, Storage, StagedFile, Scratch } from './storage.ts';
export { createDerivedFiles } from './derived.ts';
export type { DerivedFiles } from './derived.ts';
export { noRoomLeft, storageFailure } from './storage-errors.ts';
export { receiveUpload } from './receive-upload.ts';
export type { ReceivedUpload, ReceiveOptions } from './receive-upload.ts';
export { extractZip, inspectZip } from './zip.ts';
export type { ZipEntry, ZipLimits } from './zip.ts';
