import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bundleSize } from './web/build/bundle-size.ts'
import { icons } from './web/build/icons.ts'
import { lateSchemas } from './web/build/late-schemas.ts'
import { layerOrder } from './web/build/layer-order.ts'
import { leanContract } from './web/build/lean-contract.ts'
import { leanZod } from './web/build/lean-zod.ts'
import { precompress } from './web/build/precompress.ts'

/** Source that several screens share: less than this does not become a file of its own. */
const SHARED_BYTES = 2_000

/**
 * What the dashboard is made of, with all it needs: a file that other screens may share, so that
 * nothing of theirs comes along with what most visits begin with. Its calls come beside it. The sign on
 * its button is so small that it would be laid together with whatever has nothing to do with it.
 */
const firstScreen = [
  /web\/screens\/dashboard\/(?!dashboard-screen|activity-chart|campaign-table|campaign-row|campaign-search|first-steps|now\/).*\.tsx?$/,
  /web\/api\/(?:dashboard|campaigns\/all-campaigns)\.ts$/,
  /web\/ui\/(?:display\/states|overlays\/toast|page\/page)\.tsx?$/,
  /lucide-react\/.*\/(?:plus|rotate-cw)\.mjs$/,
]

/** What every page asks the server for once its screen shows, the dashboard among them. */
const everyPage = [
  /src\/contract\/(?:api\/(?:gateways\/unread-api|service-api|stats-api)|dashboard|events)\.ts$/,
  /web\/api\/(?:calls\/(?:app-events|client|use-call)|campaigns\/campaign-cache)\.ts$/,
]

/** Parts of the console, also those that open later, from which on a module is everybody's. */
const COMMON_SHARES = 5

/** What costs less than a request of its own, whoever does not need it. */
const SMALL_BYTES = 1_500

/** Whether a module's path is one of those. */
const among = (paths: readonly RegExp[]) => (id: string) => paths.some((path) => path.test(id))

export default defineConfig({
  root: 'web',
  // Chunks find each other wherever the console is mounted, also under a path of a proxy.
  base: './',
  plugins: [
    ...[react(), leanZod(), lateSchemas(), leanContract(), layerOrder()],
    ...[icons(), bundleSize(), precompress()],
  ],
  // A worker loads the reader of spreadsheets only when one comes.
  worker: { format: 'es', plugins: () => [leanZod(), lateSchemas(), leanContract()] },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // What the licences ask for: their texts go where the code goes. It is not served.
    license: { fileName: '.vite/license.json' },
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The policy of the pages allows no data: addresses for fonts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['web/main.ts', 'web/start.tsx'],
      output: {
        // What several screens share would carry the names of all of them.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) =>
          `assets/${name.includes('~') ? 'shared-[hash][extname]' : '[name]-[hash][extname]'}`,
        // On a slow line every file costs a way there and back: few of them, none for nothing.
        codeSplitting: {
          groups: [
            // Each is read in a task of its own: what the document begins with, React, the console.
            { name: 'main', test: /web\/(?:main|jitless)\.ts$|preload-helper/, priority: 4 },
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 3 },
            { name: 'frame', tags: ['$initial'], priority: 2 },
            { name: 'first', test: among(firstScreen), priority: 1 },
            // None takes along what small parts would otherwise be laid together with.
            { name: 'schemas', test: /node_modules\/zod\//, priority: 1 },
            { name: 'every-page', test: among(everyPage), priority: 1 },
            { name: 'windowed', test: /node_modules\/@tanstack\//, priority: 1 },
            // Without it a screen is made of forty files, which come one after another.
            { name: 'common', minShareCount: COMMON_SHARES },
            // What is small would be laid together with the largest that one of its screens has.
            { name: 'common', test: /lucide-react\//, minShareCount: 3 },
            {
              ...{ name: 'common', test: /web\/ui\/.*\.tsx?$/ },
              ...{ minShareCount: 2, maxModuleSize: SMALL_BYTES },
            },
            {
              name: 'shared',
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: SHARED_BYTES,
            },
          ],
        },
      },
    },
  },
})
