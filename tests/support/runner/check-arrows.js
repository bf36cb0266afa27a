// Runs dependency-cruiser over the import rules and fails when it looked at nothing: a cruise of
// zero modules would otherwise pass in silence.
import { cruise } from 'dependency-cruiser'
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'

const options = await extractDepcruiseOptions('./.dependency-cruiser.json')
const { output } = await cruise(['src', 'web'], options, null, {
  tsConfig: extractTSConfig('./tsconfig.json'),
})
const { summary } = output
for (const violation of summary.violations) {
  console.error(`${violation.rule.name}: ${violation.from} → ${violation.to}`)
}
console.log(`${summary.totalCruised} modules, ${summary.violations.length} violations`)
if (summary.totalCruised === 0 || summary.error > 0) process.exit(1)
