import { SendingDefaultsBody, SendingDefaultsJson } from '../../campaigns/sending-defaults.ts'
import { endpoint } from '../endpoint.ts'

/** What the console's form and the command line begin a campaign with. */
export const sendingDefaultsApi = {
  getSendingDefaults: endpoint({
    methods: ['get'],
    path: '/api/padroes',
    summary: 'Ritmo, horários e rodapé com que o console e o terminal começam uma campanha.',
    tag: 'Campanhas',
    answers: { 200: SendingDefaultsJson },
    errors: [],
  }),
  setSendingDefaults: endpoint({
    methods: ['put'],
    path: '/api/padroes',
    summary: 'Troca os padrões de envio; o que ficar de fora volta ao recomendado.',
    tag: 'Campanhas',
    body: SendingDefaultsBody,
    answers: { 200: SendingDefaultsJson },
    errors: ['invalid'],
  }),
} as const
