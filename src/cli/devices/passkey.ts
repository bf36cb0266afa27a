import { passkeyApi } from '../../contract/api/passkey-api.ts'
import { PASSKEY_ORIGIN, type Passkey, PasskeyStep } from '../../contract/devices/passkey.ts'
import type { Client } from '../client.ts'
import type { Context } from '../run.ts'
import { CommandError } from '../terminal/outcome.ts'
import { askText, confirmed } from '../terminal/prompt.ts'

/** Takes an owner through the linking of an account with a passkey. */
export function createPasskeyHelp(context: Context, client: Client, deviceId: string) {
  const { note, isInteractive } = context.terminal
  let handled = ''
  return { handle }

  async function handle(passkey: Passkey): Promise<void> {
    const step = `${passkey.step} ${passkey.request ?? passkey.code ?? ''}`
    if (step === handled) return
    handled = step
    if (passkey.step === PasskeyStep.assertion) await bringAnswer(passkey)
    else if (passkey.step === PasskeyStep.confirm) await compare(passkey)
    else note('O WhatsApp recebeu a chave de acesso. Deixe o aplicativo aberto no celular.')
  }

  async function bringAnswer({ snippet }: Passkey): Promise<void> {
    note('Esta conta pede a sua chave de acesso (passkey). Só um navegador pode apresentá-la:')
    note(`1. Abra ${PASSKEY_ORIGIN} no computador onde está a sua chave de acesso.`)
    note('2. Nas ferramentas do desenvolvedor (F12), aba Console, cole este trecho:')
    note(`\n${snippet}\n`)
    note('3. Cole a resposta aqui, que o trecho deixou copiada. Há dez minutos para isso.')
    if (!isInteractive) return
    for (;;) {
      const resposta = await askText(context, { message: 'Resposta:', flag: '' })
      const refusal = await refusalOf(() =>
        client.call(passkeyApi.answerPasskey, { params: { id: deviceId }, body: { resposta } }),
      )
      if (refusal === null) return
      note(refusal)
    }
  }

  async function compare({ code }: Passkey): Promise<void> {
    note(`O celular deve mostrar este mesmo código: ${code}. Se for outro, tecle Ctrl+C.`)
    if (!isInteractive) return
    if (!(await confirmed(context, 'É o mesmo código?', {}))) {
      throw new CommandError('A conexão não foi confirmada: os códigos são diferentes.')
    }
    await client.call(passkeyApi.confirmPasskey, { params: { id: deviceId } })
  }
}

/** The sentence of an answer that can be given again; null where it was taken. */
async function refusalOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    const isFault = error instanceof CommandError && error.code.startsWith('passkey_')
    if (!isFault || error.code === 'passkey_not_asked') throw error
    return error.message
  }
}
