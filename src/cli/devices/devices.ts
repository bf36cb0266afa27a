import type { Command } from 'commander'
import { type CommonOptions, run } from '../run.ts'
import { jsonOption, withExamples } from '../terminal/portuguese.ts'
import type { ConnectOptions } from './connect.ts'
import type { DeleteOptions } from './end.ts'
import type { SettingsOptions } from './settings.ts'
import type { TrialOptions } from './trial.ts'

/** `devices list|connect|set|check|trial|disconnect|delete`. */
export function declareDevices(program: Command): void {
  const devices = program.command('devices').description('conexões de WhatsApp')
  declareListing(devices)
  declareConnect(devices)
  declareSettings(devices)
  declareTrying(devices)
  declareEnding(devices)
}

function declareListing(devices: Command): void {
  const list = devices
    .command('list')
    .description('mostra as conexões e a situação de cada uma')
    .option(...jsonOption)
    .action((options: CommonOptions) =>
      run(options, async (context) => (await import('./list.ts')).listDevices(context)),
    )
  withExamples(list, ['disparo devices list'])
}

function declareConnect(devices: Command): void {
  const connect = devices
    .command('connect <id>')
    .description('conecta um WhatsApp: desenha o QR no terminal e espera a leitura')
    .option('--name <nome>', 'nome da conexão (padrão: Conexão de <id>)')
    .option('--pairing-code', 'usa um código de 8 letras e números em vez do QR')
    .option('--phone <número>', 'celular do código de pareamento, quando o id não é o número')
    .option('--no-wait', 'não espera: responde com o texto do QR, ou o código, assim que houver um')
    .option('--scan', 'só no modo simulador: o celular simulado lê o QR sozinho')
    .option(...jsonOption)
    .action((id: string, options: ConnectOptions) =>
      run(options, async (context) => {
        const { connectDevice } = await import('./connect.ts')
        return connectDevice(context, id, options)
      }),
    )
  withExamples(connect, [
    'disparo devices connect 5561999990000 --name Loja',
    'disparo devices connect 5561999990000 --pairing-code',
    'disparo devices connect loja --pairing-code --phone 61999990000',
    'disparo devices connect loja --no-wait --json | jq -r .qr | qrencode -t png -o qr.png',
  ])
}

function declareSettings(devices: Command): void {
  const set = devices
    .command('set <id>')
    .description('muda o nome da conexão e quantas primeiras mensagens ela envia em 24 horas')
    .option('--name <nome>', 'nome da conexão')
    .option('--daily-limit <número>', 'primeiras mensagens a pessoas novas em 24 horas', Number)
    .option('--no-daily-limit', 'tira o limite')
    .option('--warm-up', 'aquece o número: começa com 20 por dia e cresce a cada dia sem recusa')
    .option('--no-warm-up', 'termina o aquecimento')
    .option(...jsonOption)
    .action((id: string, options: SettingsOptions) =>
      run(options, async (context) => {
        const { changeDevice } = await import('./settings.ts')
        return changeDevice(context, id, options)
      }),
    )
  withExamples(set, [
    'disparo devices set 5561999990000 --daily-limit 50',
    'disparo devices set 5561999990000 --warm-up --no-daily-limit',
  ])
}

function declareTrying(devices: Command): void {
  const check = devices
    .command('check <id>')
    .description('consulta no WhatsApp a situação da conexão, sem escrever a ninguém')
    .option(...jsonOption)
    .action((id: string, options: CommonOptions) =>
      run(options, async (context) => (await import('./check.ts')).checkDevice(context, id)),
    )
  withExamples(check, ['disparo devices check 5561999990000'])

  const trial = devices
    .command('trial <id>')
    .description('envia uma mensagem de teste a até 5 números seus e guarda um relatório')
    .option('--to <número>', 'a quem escrever; pode ser repetida', collect, [])
    .option('--text <texto>', 'o texto da mensagem')
    .option('--wait <segundos>', 'quanto esperar pelos recibos (padrão: 60)')
    .option('-o, --output <arquivo>', 'onde guardar o relatório (padrão: um nome com a hora)')
    .option('--show-numbers', 'mostra os números inteiros no relatório')
    .option('-y, --yes', 'não pede confirmação (fora do terminal, obrigatória)')
    .option(...jsonOption)
    .action((id: string, options: TrialOptions) =>
      run(options, async (context) => {
        const { tryDevice } = await import('./trial.ts')
        return tryDevice(context, id, options)
      }),
    )
  withExamples(trial, ['disparo devices trial 5561999990000 --to 61988887777 --to 61977776666'])
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}

function declareEnding(devices: Command): void {
  const disconnect = devices
    .command('disconnect <id>')
    .description('desconecta e guarda as chaves: reconectar não pede QR')
    .option(...jsonOption)
    .action((id: string, options: CommonOptions) =>
      run(options, async (context) => {
        const { disconnectDevice } = await import('./end.ts')
        return disconnectDevice(context, id)
      }),
    )
  withExamples(disconnect, ['disparo devices disconnect 5561999990000'])

  const remove = devices
    .command('delete <id>')
    .description('sai do WhatsApp neste aparelho e apaga as chaves')
    .option('--force', 'exclui mesmo que uma campanha em andamento use a conexão')
    .option('-y, --yes', 'não pede confirmação (fora do terminal, obrigatória)')
    .option(...jsonOption)
    .action((id: string, options: DeleteOptions) =>
      run(options, async (context) => {
        const { deleteDevice } = await import('./end.ts')
        return deleteDevice(context, id, options)
      }),
    )
  withExamples(remove, ['disparo devices delete 5561999990000'])
}
