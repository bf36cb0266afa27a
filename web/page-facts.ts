import { consoleMeta } from '#contract/console-routes.ts'

/** Facts that the server writes into the page's document. */

/** Path the console is mounted under, without a closing slash; empty at the root. */
export const basePath = metaContent(consoleMeta.base)

/** Whether the built-in simulator plays WhatsApp. */
export const isSimulator = metaContent(consoleMeta.simulator) === 'true'

/** Whether a model service answers for the assistants. */
export const canAssist = metaContent(consoleMeta.assistants) === 'true'

/** Version of the server that gave this page. */
export const version = metaContent(consoleMeta.version)

function metaContent(name: string): string {
  const meta = document.querySelector(`meta[name="${name}"]`)
  return meta?.getAttribute('content') ?? ''
}
