import { BroadcastChannel } from 'node:worker_threads'

/** A host that ends, or stops answering, when a test says so. */
const orders = new BroadcastChannel('mortal-host')
orders.onmessage = ({ data }) => {
  if (data === 'exit') process.exit(1)
  while (data === 'hang');
}

await import('../../../dist/program/whatsapp-host.js')
