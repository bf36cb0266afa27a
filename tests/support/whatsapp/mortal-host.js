import { BroadcastChannel } from 'node:worker_threads'

/** A host that ends, or stops answering, when a test says so. */
const orders = new BroadcastChannel('mortal-host')
orders.onmessage = ({ data }) => {
  if (data === 'exit') process.exit(1)
  while (data === 'hang');
}

// By an address that is made here: the type checker would follow a written one into the bundle, and
// look at all the libraries in it.
await import(new URL('../../../dist/program/whatsapp-host.js', import.meta.url).href)
