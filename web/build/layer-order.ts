import type { Plugin } from 'vite'

/**
 * Names the layers of styles, weakest first, in every module of them. Their order is that of their
 * first mention, and which file of the build a browser reads first depends on how it was split.
 */
export function layerOrder(): Plugin {
  return {
    name: 'disparo:layer-order',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/.+\.module\.css$/ },
      handler: (code) => ({ code: `@layer base, ui, screen;\n${code}`, map: null }),
    },
  }
}
