import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bundleSize } from './web/bundle-size.ts'
import { icons } from './web/icons.ts'
import { layerOrder } from './web/layer-order.ts'
import { leanZod } from './web/lean-zod.ts'
import { precompress } from './web/precompress.ts'

export default defineConfig({
  root: 'web',
  // Chunks find each other wherever the console is mounted, also under a path of a proxy.
  base: './',
  plugins: [react(), leanZod(), layerOrder(), icons(), bundleSize(), precompress()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The policy of the pages allows no data: addresses for fonts.
    assetsInlineLimit: 0,
    rolldownOptions: { input: 'web/main.tsx' },
  },
})
