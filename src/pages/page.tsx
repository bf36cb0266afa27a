/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { pageStyle } from './page-style.ts'

/** A whole document around `children`. */
export function renderPage(
  { title, basePath }: { readonly title: string; readonly basePath: string },
  children: ComponentChildren,
): string {
  const html = renderToString(
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <title>{`${title} · disparo`}</title>
        <link rel="icon" href={`${basePath}/favicon.ico`} sizes="32x32" />
        <PageStyle text={pageStyle} />
      </head>
      <body>
        <main>{children}</main>
      </body>
    </html>,
  )
  return `<!doctype html>${html}`
}

/** A script inside the document. */
export function PageScript({ text }: { readonly text: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: as for a style sheet
  return <script dangerouslySetInnerHTML={{ __html: text }} />
}

/** A style sheet inside the document. */
export function PageStyle({ text }: { readonly text: string }) {
  // The hash in the content policy is of this very text: it must not be escaped.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is our own constant
  return <style dangerouslySetInnerHTML={{ __html: text }} />
}
