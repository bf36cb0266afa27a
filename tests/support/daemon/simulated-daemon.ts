import { startProgram, temporaryFolder } from './product.ts'

export type SimulatedDaemon = Awaited<ReturnType<typeof startSimulatedDaemon>>

/** The built daemon with its own simulator, as somebody starts it for a first try. */
export async function startSimulatedDaemon(
  name: string,
  env: Readonly<Record<string, string>> = {},
) {
  const folder = await temporaryFolder(name.replace(/\W+/g, '-'))
  const start = (port: string) =>
    startProgram(['serve', '--simulator', '--port', port, '--data-dir', folder.path], {
      // Gateways and webhooks of the tests are on this machine.
      env: { DISPARO_LOG: 'warn', DISPARO_PRIVATE_TARGETS: 'allow', ...env },
    })
  let program = await start('0')
  const url = /https?:\/\/\S+/.exec(program.firstLine)?.[0]?.replace(/\/$/, '')
  const controlUrl = /Controle em (https?:\/\/\S+)/.exec(program.errorOutput())?.[1]
  if (!url || !controlUrl) throw new Error(`no address in "${program.firstLine}"`)
  return {
    url,
    controlUrl,
    kill: () => program.kill(),
    /** Starts it anew after a kill, at the same address and on the same data. */
    async restart(): Promise<void> {
      program = await start(new URL(url).port)
    },
    async close(): Promise<void> {
      await program.kill()
      await folder.remove()
    },
  }
}
