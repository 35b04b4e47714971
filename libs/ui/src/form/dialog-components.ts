// A module of its own: a dynamic import of '@mantine/core' itself would load all of Mantine with the first page.
export { Drawer, Modal } from '@mantine/core';
