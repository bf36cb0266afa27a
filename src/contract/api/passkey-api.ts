import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const PasskeyBody = z.object({ resposta: z.string().min(1).max(32_768) })

/** The owner's part in linking an account with a passkey; apart from the devices, as few need it. */
export const passkeyApi = {
  answerPasskey: endpoint({
    methods: ['post'],
    path: '/api/whatsapp/passkey/{id}',
    summary: 'Entrega a resposta da chave de acesso que o WhatsApp pede ao conectar.',
    tag: 'WhatsApp',
    body: PasskeyBody,
    answers: { 204: null },
    errors: [
      'invalid',
      'device_not_found',
      'passkey_not_asked',
      'passkey_unreadable',
      'passkey_other_request',
      'passkey_other_page',
    ],
  }),
  confirmPasskey: endpoint({
    methods: ['post'],
    path: '/api/whatsapp/passkey/{id}/confirm',
    summary: 'Confirma que o celular mostra o mesmo código.',
    tag: 'WhatsApp',
    answers: { 204: null },
    errors: ['device_not_found', 'passkey_not_asked'],
  }),
} as const
