import { defineWebApp } from '@cairn/ui/vite';

export default defineWebApp({ root: import.meta.dirname, named: { laterScripts: ['terminal'] } });
