// Runs dependency-cruiser over the import rules and fails when it looked at nothing: a cruise of
// zero modules would otherwise pass in silence.
import { execFileSync } from 'node:child_process'

const folders = ['src', ...(process.argv.slice(2).length > 0 ? process.argv.slice(2) : [])]
const report = execFileSync(
  process.execPath,
  [
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    ...folders,
    '--output-type',
    'json',
  ],
  { maxBuffer: 256 * 1024 * 1024, encoding: 'utf8' },
)
const { summary } = JSON.parse(report)
for (const violation of summary.violations) {
  console.error(`${violation.rule.name}: ${violation.from} → ${violation.to}`)
}
console.log(`${summary.totalCruised} modules, ${summary.violations.length} violations`)
if (summary.totalCruised === 0 || summary.error > 0) process.exit(1)
