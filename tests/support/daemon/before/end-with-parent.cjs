const { rmSync } = require('node:fs')

/**
 * Goes before a daemon that outlives its tests: whoever started it may be killed, and tells nobody.
 * The daemon ends with it, and its data folder with both.
 */
const dataDir = process.argv[process.argv.indexOf('--data-dir') + 1]
process.once('disconnect', () => {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
  process.reallyExit(0)
})
process.channel?.unref()
