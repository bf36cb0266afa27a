import { defineConfig } from 'vitest/config'
import { closingLine } from './tests/support/closing-line.ts'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    reporters: ['default', closingLine],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
