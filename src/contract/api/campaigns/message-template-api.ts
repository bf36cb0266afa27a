import {
  MessageTemplateBody,
  MessageTemplateJson,
  MessageTemplatePatchBody,
  MessageTemplatesJson,
} from '../../campaigns/message-template.ts'
import { endpoint } from '../endpoint.ts'

/** Texts kept for further campaigns and chats. */
export const messageTemplateApi = {
  listTemplates: endpoint({
    methods: ['get'],
    path: '/api/modelos',
    summary: 'Os modelos de mensagem, do mais novo para o mais antigo.',
    tag: 'Campanhas',
    answers: { 200: MessageTemplatesJson },
    errors: [],
  }),
  createTemplate: endpoint({
    methods: ['post'],
    path: '/api/modelos',
    summary: 'Guarda um modelo de mensagem.',
    tag: 'Campanhas',
    body: MessageTemplateBody,
    answers: { 201: MessageTemplateJson },
    errors: ['invalid', 'template_taken', 'template_quota'],
  }),
  updateTemplate: endpoint({
    methods: ['put', 'patch'],
    path: '/api/modelos/{id}',
    summary: 'Troca o nome ou o texto de um modelo; o que ficar de fora continua.',
    tag: 'Campanhas',
    body: MessageTemplatePatchBody,
    answers: { 200: MessageTemplateJson },
    errors: ['invalid', 'template_not_found', 'template_taken'],
  }),
  deleteTemplate: endpoint({
    methods: ['delete'],
    path: '/api/modelos/{id}',
    summary: 'Exclui um modelo; campanhas feitas com ele ficam como estão.',
    tag: 'Campanhas',
    answers: { 204: null },
    errors: ['template_not_found'],
  }),
} as const
