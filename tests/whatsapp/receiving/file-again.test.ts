import { decodeMediaRetryNode, makeEventBuffer } from '@whiskeysockets/baileys'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { FILE_AGAIN_TIMEOUT_MS } from '../../../src/contract/limits.ts'
import { createFileRequests } from '../../../src/whatsapp/receiving/file-again.ts'

const CHAT = '5561999990001@s.whatsapp.net'
const named = { remoteJid: CHAT, messageId: 'IN1', participant: '', isFromMe: false }
const act = { kind: 'file_again', ...named, mediaKey: Buffer.alloc(32).toString('base64') } as const

/** A connection whose phone answers what the test says. */
function aConnection() {
  const asked: (string | undefined)[] = []
  const ev = makeEventBuffer(pino({ level: 'silent' }))
  const files = createFileRequests()
  const sock = {
    ...{ ev, authState: { creds: { me: { id: '5561988880000:3@s.whatsapp.net' } } } },
    sendNode: async ({ attrs }: { attrs: Readonly<Record<string, string>> }) => {
      asked.push(attrs.id)
    },
  }
  return {
    ...{ asked, ask: () => files.ask(sock, act, CHAT) },
    says: (code: string) => {
      const content = [
        { tag: 'error', attrs: { code } },
        { tag: 'rmr', attrs: { jid: CHAT, from_me: 'false' } },
      ]
      const answer = { tag: 'notification', attrs: { id: 'IN1', type: 'mediaretry' }, content }
      ev.emit('messages.media-update', [decodeMediaRetryNode(answer)])
    },
    close: () => ev.emit('connection.update', { connection: 'close' }),
  }
}

test('a file that the phone has no more differs from one that it cannot upload now', async () => {
  const { ask, says } = aConnection()
  const gone = ask()
  says('2')
  expect(await gone).toBeNull()
  const failed = expect(ask()).rejects.toThrow('Failed to re-upload')
  says('0')
  await failed
})

test('a phone that is off is asked once by all who wait, and anew after that', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { asked, ask, says } = aConnection()
  const waits = [ask(), ask()].map((wait) => expect(wait).rejects.toThrow('Timed Out'))
  await vi.advanceTimersByTimeAsync(FILE_AGAIN_TIMEOUT_MS)
  await Promise.all(waits)
  expect([asked, vi.getTimerCount()]).toEqual([['IN1'], 0])
  const again = ask()
  says('2')
  expect(await again).toBeNull()
  expect([asked.length, vi.getTimerCount()]).toEqual([2, 0])
})

test('a connection that ends says nothing of the file', async () => {
  const { ask, close } = aConnection()
  const lost = expect(ask()).rejects.toThrow('Connection Closed')
  close()
  await lost
})
