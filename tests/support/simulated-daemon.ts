import { startProgram, temporaryFolder } from './product.ts'

export type SimulatedDaemon = Awaited<ReturnType<typeof startSimulatedDaemon>>

/** The built daemon with its own simulator, as somebody starts it for a first try. */
export async function startSimulatedDaemon(
  name: string,
  env: Readonly<Record<string, string>> = {},
) {
  const folder = await temporaryFolder(name.replace(/\W+/g, '-'))
  const start = () =>
    startProgram(['serve', '--simulator', '--port', '0', '--data-dir', folder.path], {
      env: { DISPARO_LOG: 'warn', ...env },
    })
  const program = await start()
  const url = /https?:\/\/\S+/.exec(program.firstLine)?.[0]?.replace(/\/$/, '')
  const controlUrl = /Controle em (https?:\/\/\S+)/.exec(program.errorOutput())?.[1]
  if (!url || !controlUrl) throw new Error(`no address in "${program.firstLine}"`)
  return {
    ...program,
    url,
    controlUrl,
    async close(): Promise<void> {
      await program.kill()
      await folder.remove()
    },
  }
}
