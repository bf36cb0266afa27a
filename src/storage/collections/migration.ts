/** Makes a record of the next format out of one of the format before it. */
export type Migration = (record: unknown) => unknown

/** Brings a record of an older format up to date: migration 1 leads from format 1 to format 2. */
export function migrate(
  record: unknown,
  { version, migrations }: { readonly version: number; readonly migrations: readonly Migration[] },
): unknown {
  return migrations.slice(version - 1).reduce((older, migration) => migration(older), record)
}
