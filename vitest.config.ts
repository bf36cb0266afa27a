import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { PATIENCE_MS } from './tests/support/patience.ts'
import { closingLine } from './tests/support/runner/closing-line.ts'
import { keepTemporaryFilesInMemory } from './tests/support/runner/temporary-files.ts'
import { TestOrder } from './tests/support/runner/test-order.ts'

const browser = testsIn('browser')
/** What starts the built program. */
const endToEnd = testsIn('cli', 'e2e', 'fuzz', 'simulation')
/** Parts in the test's own process, with servers: the simulator's WhatsApp, and PostgreSQL. */
const servers = testsIn(
  'daemon',
  'simulator',
  'storage/conformance',
  'storage-postgres',
  'whatsapp',
)
/** Programs of others, installed from their registry: only where they are asked for. */
const others = testsIn('clients')
const asksOthers = process.env.TEST_OTHERS === '1'

/** Files share no state: a process and the same modules anew for each would take most of the time. */
const isolate = false

/** Before all tests. */
const postgres = 'tests/support/runner/postgres-for-all.ts'
const chromium = 'tests/support/runner/require-chromium.ts'

/** In each process, before each file. */
const setupFiles = ['tests/support/whatsapp/as-hosts-do.ts']

const unit = {
  include: ['tests/**/*.test.ts'],
  exclude: [...endToEnd, ...servers, ...others, ...browser],
}
const nodeProjects = [
  project('unit', unit, []),
  project('e2e', { include: endToEnd }, [postgres]),
  project('servers', { include: servers }, [postgres]),
]
const browserProject = project('browser', { include: browser }, [chromium])
/** As one, for who asks for none of them: each would read all modules anew, in each of its processes. */
const wholeProject = project('all', { include: unit.include, exclude: others }, [
  postgres,
  chromium,
])
const asksForOne = process.argv.some((word) => word.startsWith('--project'))

function testsIn(...folders: readonly string[]): string[] {
  return folders.map((folder) => `tests/${folder}/**/*.test.ts`)
}

function project(
  name: string,
  files: { readonly include: string[]; readonly exclude?: string[] },
  globalSetup: string[],
) {
  return { extends: true as const, test: { name, ...files, globalSetup, setupFiles, isolate } }
}

keepTemporaryFilesInMemory()

export default defineConfig({
  plugins: [react()],
  test: {
    reporters: ['default', closingLine],
    // Three work while another waits, for hours, pauses, processes; pages wait now and then as well. With
    // more, the cores do no more of the tests, and each further process reads all modules and has a
    // daemon and a browser of its own.
    maxWorkers: 4,
    // Room for what a screen or a call makes and forgets.
    execArgv: ['--max-semi-space-size=64', '--min-semi-space-size=32'],
    sequence: { sequencer: TestOrder },
    // A test that ends late on a busy machine has not failed: what it waits for says when it has.
    testTimeout: 4 * PATIENCE_MS,
    hookTimeout: 4 * PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    projects: [
      ...(asksForOne ? [...nodeProjects, browserProject] : [wholeProject]),
      // A document in memory replaces globals of Node, which the other tests must not meet.
      {
        extends: true,
        test: {
          name: 'components',
          include: ['tests/web/**/*.test.tsx'],
          setupFiles: ['tests/support/web/dom.ts'],
          isolate,
        },
      },
      ...(asksOthers
        ? [{ extends: true as const, test: { name: 'others', include: others } }]
        : []),
    ],
  },
})
