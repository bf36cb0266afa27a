import { type BinaryNode, getBinaryNodeChild, type WASocket } from '@whiskeysockets/baileys'

/** With 20 s for each, they keep a connection for ten minutes more. */
const MORE_REFS = 30

/**
 * Keeps a connection open on which a phone may still be busy. Baileys ends it when the QR codes have
 * run out, also while a pairing code or a passkey is under way. It reads the list only after it has
 * answered the server, so copies of the last one can be added here; nobody gets to see them.
 */
export function addRefs({ ws }: Pick<WASocket, 'ws'>): void {
  ws.on('CB:iq,type:set,pair-device', (stanza: BinaryNode) => {
    const list = getBinaryNodeChild(stanza, 'pair-device')
    const refs = Array.isArray(list?.content) ? list.content : []
    const last = refs.at(-1)
    if (last) refs.push(...Array.from({ length: MORE_REFS }, () => last))
  })
}
