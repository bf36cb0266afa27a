import { z } from 'zod'
import { GatewayId, InstanceName } from '../gateways/gateway.ts'

/** The message of an instance whose file is to be opened. */
export const ChatFileQuery = z
  .object({
    instance: InstanceName,
    evolution_id: GatewayId.optional(),
    message_id: z
      .string('Informe a mensagem.')
      .min(1, 'Informe a mensagem.')
      .max(200, 'A mensagem não existe.'),
  })
  .transform(({ instance, evolution_id, message_id }) => ({
    instance,
    gatewayId: evolution_id,
    messageId: message_id,
  }))
