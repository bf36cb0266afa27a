import { Buffer } from 'node:buffer'
import {
  type OutgoingBytes,
  type OutgoingCall,
  OutgoingError,
  type StartOfAnswer,
} from '../../../src/remote/outgoing.ts'
import { machine } from '../machine/machine.ts'

export {
  AnswerTooLarge,
  OutgoingError,
  OutgoingTimeout,
  readJson,
} from '../../../src/remote/outgoing.ts'

/**
 * `remote/outgoing.ts` inside the simulated machine: calls simulated services, without a network.
 */
export function fetchOut({ url, json = '', signal }: OutgoingCall): Promise<OutgoingBytes> {
  const { receivers, process } = machine()
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new OutgoingError('the call was given up'))
    signal.addEventListener('abort', giveUp)
    receivers.call({ url, json, process }, (status) => {
      signal.removeEventListener('abort', giveUp)
      if (status === null) reject(new OutgoingError('no answer'))
      else {
        resolve({ status, bytes: Buffer.alloc(0), contentType: null, retryAfterSeconds: null })
      }
    })
  })
}

export async function fetchStart(call: OutgoingCall): Promise<StartOfAnswer> {
  const { contentType: _, ...answered } = await fetchOut(call)
  return { ...answered, headers: {}, isCut: false }
}

export async function callOut(call: OutgoingCall) {
  const { status, retryAfterSeconds } = await fetchOut(call)
  return { status, json: null, retryAfterSeconds }
}
