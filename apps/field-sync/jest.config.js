export { default } from '@cairn/testing/jest-preset';
