import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { closingLine } from './tests/support/runner/closing-line.ts'
import { LongestFirst } from './tests/support/runner/longest-first.ts'

export default defineConfig({
  plugins: [react()],
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/runner/require-chromium.ts'],
    reporters: ['default', closingLine],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The second that it waits by itself is short for two cores that run other tests too.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
})
