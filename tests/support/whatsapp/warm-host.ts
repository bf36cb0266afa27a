import { EventEmitter } from 'node:events'
import { MessageChannel, type Worker } from 'node:worker_threads'
import type { FromHost, ToHost } from '../../../src/whatsapp/hosts/host-protocol.ts'
import { type StartWorker, startThread } from '../../../src/whatsapp/hosts/host-thread.ts'

/**
 * Hosts in threads that one messenger after another uses: loading WhatsApp's client takes a thread
 * longer than most tests need it. A messenger that was not stopped cleanly is ended with its host.
 */

const script = new URL('./warm-host.js', import.meta.url)
const idle: Worker[] = []

export const startWarmHost: StartWorker = ({ config, heapLimitMb }) => {
  const thread = idle.pop() ?? startThread({ url: script, config, heapLimitMb })
  thread.ref()
  const { port1: port, port2: hostPort } = new MessageChannel()
  thread.postMessage({ config, port: hostPort }, [hostPort])
  const events = new EventEmitter()
  let stopCall: number | undefined
  let isStopped = false
  const fail = (error: Error) => events.emit('error', error)
  const end = () => {
    thread.off('error', fail)
    thread.off('exit', end)
    port.close()
    events.emit('exit')
  }
  thread.on('error', fail)
  thread.on('exit', end)
  port.on('message', (message: FromHost) => {
    if (message.type === 'done' && message.call === stopCall) isStopped = true
    events.emit('message', message)
  })
  return {
    on: events.on.bind(events),
    once: events.once.bind(events),
    postMessage(message: ToHost) {
      if (message.type === 'stop') stopCall = message.call
      port.postMessage(message)
    },
    async terminate() {
      if (!isStopped) return thread.terminate()
      end()
      thread.unref()
      idle.push(thread)
    },
  }
}
