import { type User, until } from '../daemon/user.ts'
import type { Console } from './console.ts'

type Timeline = { readonly eventos: readonly { readonly tipo: string }[] }

/**
 * Gives a contact whom campaigns have reached other events: a talk, a chatbot's answer, an opt-out
 * that was taken back, and a note.
 */
export async function liveOn(
  control: Console['control'],
  {
    user,
    device,
    phone,
    name,
  }: {
    readonly user: User
    readonly device: string
    readonly phone: string
    readonly name: string
  },
): Promise<void> {
  const say = (text: string) =>
    control.sendInbound({ from: phone, to: device, text, pushName: name })
  const told = (count: number) =>
    until(
      () => user.get<Timeline>(`/api/people/${phone}/timeline?tipo=descadastro`),
      ({ eventos }) => eventos.length === count,
    )
  await say('Oi! A que horas a loja abre?')
  await until(
    () => user.get<Timeline>(`/api/people/${phone}/timeline?tipo=robo`),
    ({ eventos }) => eventos.length === 1,
  )
  await say('SAIR')
  await told(1)
  await say('VOLTAR')
  await told(2)
  await say('Foi sem querer. *Separe* dois kits, por favor, que busco na sexta.')
  await user.post(`/api/people/${phone}/notes`, {
    texto: 'Prefere ser chamada pela manhã.\nComprou dois kits na feira de outubro.',
  })
}
