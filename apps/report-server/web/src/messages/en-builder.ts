import { builderMessages } from './en/builder.ts';
import { propertiesMessages } from './en/properties.ts';
import { viewerMessages } from './en/viewer.ts';

/** The sentences of the builder, which load with it; its preview is a page of the viewer. */
export const builderPageMessages = {
  ...builderMessages,
  ...propertiesMessages,
  ...viewerMessages,
};
