import { type BinaryNode, getBinaryNodeChild, type WASocket } from '@whiskeysockets/baileys'
import { isLidJid } from '../../contract/jid.ts'
import type { WriteLog } from '../connection/baileys-log.ts'
import { describe } from '../connection/failure.ts'
import type { Directory } from './directory.ts'

/**
 * Takes in that somebody has other devices, or a phone that was set up anew. Baileys edits the list
 * under one of a person's names, renews the phone's session alone, and ignores its own account.
 */
export function listenForDeviceNotices(
  sock: WASocket,
  { directory, log }: { readonly directory: Directory; readonly log: WriteLog },
): void {
  sock.ws.on('CB:notification,type:devices', (node: BinaryNode) => {
    forget(node, { withSessions: false })
  })
  sock.ws.on('CB:notification,type:encrypt', (node: BinaryNode) => {
    if (getBinaryNodeChild(node, 'identity')) forget(node, { withSessions: true })
  })
  sock.ws.on('CB:notification,type:account_sync', (node: BinaryNode) => {
    if (getBinaryNodeChild(node, 'devices')) directory.forgetOwn()
  })

  function forget({ attrs }: BinaryNode, options: { readonly withSessions: boolean }): void {
    const { from = '', lid = null } = attrs
    const identity = isLidJid(from) ? { phoneJid: null, lid: from } : { phoneJid: from, lid }
    directory.forget(identity, options).catch((error: unknown) => {
      log('warn', 'a notice about a device could not be taken in', describe(error))
    })
  }
}
