/** @jsxImportSource preact */
import { renderToString } from 'preact-render-to-string'
import { consoleMeta } from '../contract/console-routes.ts'
import { appearanceScript } from './appearance-script.ts'
import { brand } from './brand.ts'
import { ConsoleFrame, frameScript } from './console-frame.tsx'
import { NotFoundText, notFoundTitle } from './not-found.tsx'
import { PageScript, PageStyle } from './page.tsx'
import { pageStyle } from './page-style.ts'

/** Files of the built console, as paths below the console's own. */
export type ConsoleFiles = {
  readonly script: string
  /** Scripts that must be loaded before the first one runs. */
  readonly preloads: readonly string[]
  readonly styles: readonly string[]
  /** The font of the first text on the screen. */
  readonly font: string | null
}

export type ConsoleDocument = {
  readonly files: ConsoleFiles
  /** Path the console is mounted under, without a slash at its end. */
  readonly basePath: string
  readonly version: string
  readonly isSimulated: boolean
  /** Whether a model service answers for the assistants. */
  readonly canAssist: boolean
  /** False for an address without a screen: the document says so to readers without scripts. */
  readonly isFound: boolean
}

/** The document that the console's script fills. */
export function renderConsole(document: ConsoleDocument): string {
  const { files, basePath, isFound } = document
  const html = renderToString(
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{isFound ? brand.name : `${notFoundTitle} · ${brand.name}`}</title>
        <Facts {...document} />
        <Appearance basePath={basePath} />
        <Files basePath={basePath} files={files} />
        {/* After the style sheets, which it waits for. */}
        <PageScript text={appearanceScript} />
        <PageScript text={frameScript} />
        <noscript>
          <PageStyle text={pageStyle} />
        </noscript>
      </head>
      <body>
        <div id="root">{isFound && <ConsoleFrame />}</div>
        <noscript>
          <main>{isFound ? <NeedsScript /> : <NotFoundText basePath={basePath} />}</main>
        </noscript>
      </body>
    </html>,
  )
  return `<!doctype html>${html}`
}

function Facts({ basePath, version, isSimulated, canAssist }: ConsoleDocument) {
  return (
    <>
      <meta name="description" content={brand.description} />
      <meta name="robots" content="noindex" />
      <meta name={consoleMeta.base} content={basePath} />
      <meta name={consoleMeta.version} content={version} />
      {isSimulated && <meta name={consoleMeta.simulator} content="true" />}
      {canAssist && <meta name={consoleMeta.assistants} content="true" />}
    </>
  )
}

function Appearance({ basePath }: Pick<ConsoleDocument, 'basePath'>) {
  const { dark, light } = brand.background
  return (
    <>
      <meta name="color-scheme" content="dark light" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={dark} />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={light} />
      <link rel="manifest" href={`${basePath}/manifest.webmanifest`} />
      <link rel="icon" href={`${basePath}/favicon.ico`} sizes="32x32" />
      <link rel="icon" href={`${basePath}/icons/icon.svg`} type="image/svg+xml" />
      <link rel="apple-touch-icon" href={`${basePath}/icons/apple-touch-icon.png`} />
    </>
  )
}

function Files({ basePath, files }: Pick<ConsoleDocument, 'basePath' | 'files'>) {
  const { script, preloads, styles, font } = files
  return (
    <>
      {styles.map((path) => (
        <link key={path} rel="stylesheet" href={`${basePath}/${path}`} />
      ))}
      {font !== null && (
        <link
          rel="preload"
          as="font"
          type="font/woff2"
          href={`${basePath}/${font}`}
          crossorigin="anonymous"
        />
      )}
      <script type="module" src={`${basePath}/${script}`} />
      {preloads.map((path) => (
        <link key={path} rel="modulepreload" href={`${basePath}/${path}`} />
      ))}
    </>
  )
}

function NeedsScript() {
  return (
    <>
      <h1>{brand.name}</h1>
      <p>
        O console precisa de JavaScript. Ative-o nas configurações do navegador e recarregue a
        página.
      </p>
    </>
  )
}
