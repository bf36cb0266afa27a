import { type Answering, machine } from '../machine/machine.ts'

/** `http/serving/server.ts` inside the simulated machine: calls reach the app without a network. */
export async function startServer({ app }: { readonly app: Answering }) {
  machine().app = app
  return {
    url: 'http://127.0.0.1:3000',
    port: 3000,
    close: async () => {
      machine().app = undefined
    },
  }
}

export class ListenError extends Error {}
