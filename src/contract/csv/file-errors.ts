/** What may be wrong with a file of contacts or phones: a CSV, or a sheet of an .xlsx. */
export const unreadableFile = [
  'malformed_upload',
  'file_missing',
  'file_empty',
  'not_csv',
  'xls_old',
  'xlsx_protected',
  'xlsx_broken',
  'xlsx_too_large',
  'sheet_empty',
] as const
