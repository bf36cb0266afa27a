import type { Command } from 'commander'
import { run } from '../run.ts'
import { jsonOption, withExamples } from '../terminal/portuguese.ts'
import type { ScopeOptions, ServiceOptions } from './service-install.ts'

const userOption = ['--user', 'o serviço do próprio usuário, também como root'] as const

/** `service install|uninstall|print`. */
export function declareService(program: Command): void {
  const service = program.command('service').description('o servidor como serviço do systemd')

  const install = unitOptions(service.command('install'))
    .description('instala e inicia o serviço (do usuário; como root, do sistema)')
    .action((options: ServiceOptions) =>
      run(options, async (context) => {
        const { installService } = await import('./service-install.ts')
        return installService(context, options)
      }),
    )
  withExamples(install, ['disparo service install --port 3000', 'sudo disparo service install'])

  const uninstall = service
    .command('uninstall')
    .description('para e remove o serviço; os dados ficam')
    .option(...userOption)
    .option(...jsonOption)
    .action((options: ScopeOptions) =>
      run(options, async (context) => {
        const { uninstallService } = await import('./service-install.ts')
        return uninstallService(context, options)
      }),
    )
  withExamples(uninstall, ['disparo service uninstall'])

  const print = unitOptions(service.command('print'))
    .description('mostra a unidade do systemd, sem instalar')
    .action((options: ServiceOptions) =>
      run(options, async (context) => {
        const { printService } = await import('./service-install.ts')
        return printService(context, options)
      }),
    )
  withExamples(print, ['disparo service print', 'disparo service print --user'])
}

function unitOptions(command: Command): Command {
  return command
    .option('--host <endereço>', 'endereço em que o servidor escuta (padrão: 127.0.0.1)')
    .option('--port <porta>', 'porta em que o servidor escuta (padrão: 3000)')
    .option('--data-dir <pasta>', 'pasta dos dados')
    .option(...userOption)
    .option(...jsonOption)
}
