import type { Messenger, MessengerEvent } from '../../../src/domain/messenger.ts'
import { machine } from '../machine/machine.ts'

/** `whatsapp/hosts/messenger.ts` inside the simulated machine. */
export function createMessenger({
  onEvent,
}: {
  readonly onEvent: (event: MessengerEvent) => unknown
}): Messenger {
  const { whatsapp, process } = machine()
  return whatsapp.connectProcess({ process, onEvent: async (event) => void (await onEvent(event)) })
}
