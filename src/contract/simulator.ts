import { z } from 'zod'

/** What may go wrong at WhatsApp that is worth showing, and how the console calls it. */
export const simulatedFaults = {
  queda: 'Derrubar a conexão',
  calma: 'Pedir mais calma (429)',
  trava: 'Travar primeiras mensagens por 2 minutos',
  destrava: 'Liberar primeiras mensagens',
  outro_lugar: 'Abrir a sessão em outro lugar',
  saida: 'Desconectar pelo celular',
} as const
export type SimulatedFault = keyof typeof simulatedFaults

export const SimulatedFaultBody = z.object({
  falha: z.enum(
    ['queda', 'calma', 'trava', 'destrava', 'outro_lugar', 'saida'] satisfies SimulatedFault[],
    'Escolha uma falha: queda, calma, trava, destrava, outro_lugar ou saida.',
  ),
})
