import { z } from 'zod'
import { CampaignPatchBody } from '../../campaigns/campaign-body.ts'
import {
  CampaignPreviewJson,
  RECIPIENTS_A_PAGE,
  RecipientsJson,
} from '../../campaigns/campaign-preview.ts'
import { CampaignTestBody, CampaignTestResultJson } from '../../campaigns/campaign-test.ts'
import { PageStart, pageLimit } from '../../query-numbers.ts'
import { endpoint } from '../endpoint.ts'

/** A campaign looked at before there is one. */
export const trialApi = {
  previewCampaign: endpoint({
    methods: ['post'],
    path: '/api/campaigns/preview',
    summary: 'O que uma campanha faria: destinatários, quem fica de fora, exemplos e avisos.',
    tag: 'Campanhas',
    query: z.object({
      contact: z.string().max(100).optional().meta({
        description: 'Telefone de um contato das listas, cujo texto vem entre os exemplos.',
      }),
    }),
    body: CampaignPatchBody,
    answers: { 200: CampaignPreviewJson },
    errors: [
      'invalid',
      'list_unknown',
      'list_damaged',
      'device_unknown',
      'contact_unknown',
      'reach_unknown',
      'image_unknown',
      'attachment_unknown',
    ],
  }),
  listRecipients: endpoint({
    methods: ['post'],
    path: '/api/campaigns/preview/recipients',
    summary:
      'Quem receberia uma campanha, na ordem em que receberia, a partir de uma posição; o texto não importa.',
    tag: 'Campanhas',
    query: z.object({
      desde: PageStart.optional(),
      limit: pageLimit(RECIPIENTS_A_PAGE).optional(),
    }),
    body: CampaignPatchBody,
    answers: { 200: RecipientsJson },
    errors: ['invalid', 'list_unknown', 'list_damaged', 'reach_unknown'],
  }),
  testCampaign: endpoint({
    methods: ['post'],
    path: '/api/campaigns/test',
    isIdempotent: true,
    summary: 'Envia a mensagem uma vez, para ver no celular; não conta em campanha nenhuma.',
    tag: 'Campanhas',
    body: CampaignTestBody,
    answers: { 200: CampaignTestResultJson },
    errors: [
      'invalid',
      'list_unknown',
      'list_damaged',
      'device_unknown',
      'contact_unknown',
      'reach_unknown',
      'image_unknown',
      'attachment_unknown',
      'invalid_phone',
      'device_not_connected',
      'not_on_whatsapp',
      'strangers_held',
      'refused_by_whatsapp',
      'not_confirmed',
    ],
  }),
} as const
