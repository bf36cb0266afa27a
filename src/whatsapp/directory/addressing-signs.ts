import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  proto,
  type WASocket,
} from '@whiskeysockets/baileys'
import type { Addressing } from './addressing.ts'

/** Says whether WhatsApp lets accounts be migrated to LIDs at all. */
const MIGRATION_PROPERTY = '9435'

/**
 * Listens for what says whether the account's chats are at LIDs: its pairing, its own phone, and a
 * property of the server.
 */
export function listenForAddressing(sock: WASocket, addressing: Addressing): void {
  sock.ws.on('CB:iq,,pair-success', (node: BinaryNode) => {
    const props = getBinaryNodeChild(getBinaryNodeChild(node, 'pair-success'), 'client-props')
    if (props?.content instanceof Uint8Array) {
      addressing.onMigrated(
        proto.ClientPairingProps.decode(props.content).isChatDbLidMigrated === true,
      )
    }
  })
  sock.ws.on('CB:iq,,props', (node: BinaryNode) => {
    const props = getBinaryNodeChild(node, 'props')
    const found = getBinaryNodeChildren(props, 'prop').find(
      ({ attrs }) => attrs.config_code === MIGRATION_PROPERTY,
    )
    // A delta leaves out what has not changed.
    if (found) addressing.onProperty(/^(1|true)$/.test(found.attrs.config_value ?? ''))
    else if (props?.attrs.delta_update !== 'true') addressing.onProperty(false)
  })
  sock.ev.on('messages.upsert', ({ messages }) => {
    for (const { key, message } of messages) {
      if (key.fromMe && message?.protocolMessage?.lidMigrationMappingSyncMessage) {
        addressing.onMigrated(true)
      }
    }
  })
}
