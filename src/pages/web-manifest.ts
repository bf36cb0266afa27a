import { brand } from './brand.ts'

/**
 * The manifest for installing the console as an app. Its paths are relative to its own address, so
 * that they hold below any base path.
 */
export function renderWebManifest(): string {
  return JSON.stringify({
    name: brand.name,
    short_name: brand.name,
    description: brand.description,
    lang: 'pt-BR',
    dir: 'ltr',
    id: './',
    start_url: './',
    scope: './',
    display: 'standalone',
    background_color: brand.background.dark,
    theme_color: brand.background.dark,
    icons: [
      { src: 'icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: 'icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: 'icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: 'icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })
}
