/** SheetJS without the tables of old character sets, which take 30 MB and which only readers need. */
declare module 'xlsx/xlsx.mjs' {
  export * from 'xlsx';
}
