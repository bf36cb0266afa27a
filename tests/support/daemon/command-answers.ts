import type { Shape } from '../http/shape.ts'

/** What each command answers under --json when it succeeds, in an order in which all can. */
export type AnswerRow = {
  readonly name: string
  readonly args?: readonly string[]
  readonly shape: Shape
  /** The answer of another command to wait for: work that was begun goes on by itself. */
  readonly awaits?: { readonly args: readonly string[]; readonly words: string }
  /** The command answers once it is ready, and runs until it is interrupted. */
  readonly isServing?: true
  /** The command works in the data folder of a stopped server. */
  readonly isServerAway?: true
  /** The command gets the address of a database. */
  readonly hasDatabase?: true
  /** The word by which later rows name the id in this answer. */
  readonly noted?: string
}

const PHONE = '5561999990000'
/** Another phone of the account's owner. */
export const OWN_OTHER = '61988887777'

const signIn = ['--email', 'maria@exemplo.com.br', '--password-stdin']
const toAna = ['--list', 'Clientes', '--device', PHONE]
const removed = '{id: string, removed: boolean}'
const deleted = '{id: string, deleted: boolean}'
const saved = '{path: string, byteCount: number}'
const someone = '{id: string, name: string, email: string}'
const device = `deviceId: string, connection_name: string, status: string, phone: string|null,
  created_at: string, last_seen: string|null, last_received: string|null, last_sent: string|null,
  reason: string|null, reason_code: string|null, reason_until: string|null, restricao: any, cota: any,
  primeiras_mensagens_24h: number, limite_diario?: number, aquecimento?: boolean, limite_de_hoje?: number,
  node?: string`
const health = `checked_at: string, client_version: string, has_name: boolean, addressing: string,
  lock: {is_active: boolean, kind: string|null, until: string|null},
  new_chats: {total: number|null, used: number, status: string, cycle_ends_at: string|null},
  own_devices: [{id: number, is_this: boolean}], own_number: string`
const imported = `total: number, added: number, duplicates: number,
  invalid: [{index: number, line: number, name: string, phone: string, reason: string}]`
const list = 'id: string, name: string, created_at: string, total: number'
const template = '{id: string, nome: string, texto: string, created_at: string, updated_at: string}'
const preview = `total: number, recipients: number, excluded: [any],
  foreign: {count: number, sample: [string]}, strangers: number, recent: number,
  samples: [{phone: string, nome: string, texto: string}], starts_at: string|null,
  ends_at: string|null, warnings: [any], columns: [string]`
const campaign = `{id: string, name: string, description: string, status: string, status_code: string,
  date: string, template: string, nome_da_instancia: string, device_id: string|null, texto: string,
  imagem: string|null, delay: number, delay_max: number|null, contatos: string|null,
  listas: [string], filtro: [any], excluir: any, data_de_envio: string|null, created_at: string,
  updated_at: string, started_at: string|null, finished_at: string|null, motivo: string|null,
  espera: any, sentCount: number, deliveredCount: number, readCount: number, errorCount: number,
  replyCount: number, retryableCount: number, endedCount: number, messages: number,
  deliveryRate: number, replyRate: number}`
const send = `id: string, contato: string, nome: string, status: string, data_envio: string|null,
  erro: string|null, erro_codigo: string|null, device_id: string, jid: string|null, texto: string,
  tentativas: number, message_id: string|null, delivered_at: string|null, read_at: string|null,
  replied_at: string|null, resposta: string|null`
const optOut = `{phone: string, lid: string|null, nome: string, reason: string, source: string,
  campaign_id: string|null, created_at: string}`
const webhook = `id: string, url: string, eventos: [string], ativo: boolean, created_at: string,
  updated_at: string`
const chatbot = `{id: string, name: string, evolution_id: string, instance_name: string,
  keywords: [string], reply: string, agent_id: string|null, is_active: boolean, created_at: string}`
const assistant =
  '{id: string, name: string, instructions: string, model: string, created_at: string}'
const tried = `{answer: string|null, responder: string|null, chatbot_id: string|null,
  agent_id: string|null, reason: string|null, reason_text: string|null}`

/** Commands that would reach beyond a test: systemd's files, where root runs it. */
export const notAnswered: ReadonlySet<string> = new Set(['service install', 'service uninstall'])

export const answers: readonly AnswerRow[] = [
  {
    name: 'signup',
    args: ['--url', 'URL', '--name', 'Maria', ...signIn],
    shape: `{url: string, user: ${someone}}`,
  },
  {
    name: 'whoami',
    shape: `{url: string, profile: string|null,
      credential: {kind: string, source: string, expires_at: string|null},
      user: {id: string, name: string, email: string, nome_da_instancia: string, apikey: string}}`,
  },
  {
    name: 'profiles',
    shape:
      '[{profile: string|null, in_use: boolean, url: string, kind: string, email: string|null}]',
  },
  {
    name: 'api',
    args: ['PUT', '/api/padroes', '-d', '{"delay": 0}'],
    shape:
      '{delay: number, delay_max: number|null, janelas: [any], fuso: string, rodape_saida: boolean}',
  },
  { name: 'devices connect', args: [PHONE, '--scan'], shape: `{${device}}` },
  { name: 'devices list', shape: `[{${device}}]` },
  { name: 'devices set', args: [PHONE, '--daily-limit', '20'], shape: `{${device}}` },
  {
    name: 'devices check',
    args: [PHONE],
    shape: `{deviceId: string, phone: string, node?: string, ${health}}`,
  },
  {
    name: 'devices trial',
    args: [PHONE, '--to', OWN_OTHER, '--yes'],
    shape: `{made_at: string, node: string, path: string,
      device: {deviceId: string, phone: string, ${health}},
      messages: [{to: string, steps: [any], is_accepted: boolean, error_code: string|null,
        error_text: string|null}]}`,
  },
  { name: 'contacts invalid', args: ['lista.csv', '-o', 'recusados.csv'], shape: saved },
  {
    name: 'contacts import',
    args: ['lista.csv', '--dry-run'],
    shape: `{${imported}, dry_run: boolean}`,
  },
  {
    name: 'contacts import',
    args: ['lista.csv', '--name', 'Clientes'],
    shape: `{id: string, name: string, ${imported}}`,
  },
  { name: 'contacts list', shape: `[{${list}}]` },
  {
    name: 'contacts export',
    args: ['Clientes'],
    shape: `{${list}, contatos: [{name: string, phone: string, campos?: any}]}`,
  },
  {
    name: 'contacts export',
    args: ['Clientes', '-o', 'clientes.csv'],
    shape: '{path: string, byteCount: number, list: string}',
  },
  {
    name: 'contacts find',
    args: ['ana'],
    shape: '[{phone: string, nome: string, lista: {id: string, name: string}}]',
  },
  { name: 'templates add', args: ['Aviso', '--text', 'Olá, {nome}!'], shape: template },
  { name: 'templates edit', args: ['Aviso', '--text', 'Oi, {nome}!'], shape: template },
  { name: 'templates show', args: ['Aviso'], shape: template },
  { name: 'templates list', shape: `[${template}]` },
  { name: 'campaigns preview', args: [...toAna, '--template', 'Aviso'], shape: `{${preview}}` },
  {
    name: 'campaigns test',
    args: [...toAna, '--template', 'Aviso'],
    shape: '{messageId: string, status: string, to: string, texto: string}',
  },
  {
    name: 'campaigns create',
    args: ['--name', 'A', ...toAna, '--text', 'Oi', '--dry-run'],
    shape: `{dry_run: boolean, name: string, status: string, data_de_envio: string|null, ${preview}}`,
  },
  {
    name: 'campaigns create',
    args: ['--name', 'A', ...toAna, '--text', 'Oi', '--watch'],
    shape: campaign,
  },
  {
    name: 'contacts show',
    args: ['61999990001'],
    shape: `{phone: string, lid: string|null, nome: string, descadastro: any, conversas: [any],
      listas: [{id: string, name: string}], incompleto: boolean,
      envios: [{${send}, campanha: {id: string, name: string}}]}`,
  },
  { name: 'campaigns list', shape: `[${campaign}]` },
  { name: 'campaigns show', args: ['1'], shape: campaign },
  { name: 'campaigns sends', args: ['1'], shape: `[{${send}}]` },
  { name: 'campaigns report', args: ['1', '--output', 'relatorio.html'], shape: saved },
  { name: 'campaigns followup', args: ['1', '--to', 'nao_lidos'], shape: campaign },
  { name: 'campaigns edit', args: ['2', '--name', 'B'], shape: campaign },
  { name: 'campaigns start', args: ['2', '--at', '21/11/2097 10:00'], shape: campaign },
  { name: 'campaigns cancel', args: ['2'], shape: campaign },
  {
    name: 'contacts import',
    args: ['muitos.csv', '--name', 'Muitos'],
    shape: `{id: string, name: string, ${imported}}`,
  },
  {
    name: 'campaigns create',
    args: ['--name', 'C', '--list', 'Muitos', '--device', PHONE, '--text', 'Oi', '--delay', '3600'],
    shape: campaign,
  },
  {
    name: 'campaigns pause',
    args: ['3'],
    shape: campaign,
    awaits: {
      args: ['campaigns', 'show', '3', '--fields', 'sentCount,status_code'],
      words: '"sentCount":1,"status_code":"running"',
    },
  },
  {
    name: 'status',
    shape: `{url: string, status: string, version: string, uptime: number, simulator: boolean,
      damages: number, cluster: object|null, user: {name: string, email: string},
      devices: {total: number, connected: number, down: [any]}, active: [${campaign}],
      scheduled: [${campaign}]}`,
  },
  { name: 'campaigns resume', args: ['3'], shape: campaign },
  { name: 'campaigns stop', args: ['3'], shape: campaign },
  {
    name: 'campaigns retry',
    args: ['3', '--unsent'],
    shape: campaign,
    awaits: { args: ['campaigns', 'show', '3', '--fields', 'status_code'], words: 'cancelled' },
  },
  { name: 'campaigns delete', args: ['2', '--yes'], shape: deleted },
  { name: 'templates remove', args: ['Aviso', '--yes'], shape: removed },
  { name: 'optouts add', args: ['61999990005', '--reason', 'Pediu'], shape: optOut },
  {
    name: 'optouts import',
    args: ['sair.csv'],
    shape: '{added: number, duplicates: number, invalid: [any]}',
  },
  { name: 'optouts list', shape: `[${optOut}]` },
  { name: 'optouts export', shape: `[${optOut}]` },
  {
    name: 'optouts remove',
    args: ['61999990005', '--yes'],
    shape: '{phone: string, removed: boolean}',
  },
  {
    name: 'webhooks add',
    args: ['HOOK', '--events', 'todos'],
    shape: `{${webhook}, segredo: string}`,
    noted: 'WEBHOOK',
  },
  { name: 'webhooks list', shape: `[{${webhook}}]` },
  { name: 'webhooks edit', args: ['WEBHOOK', '--events', 'envio.erro'], shape: `{${webhook}}` },
  {
    name: 'webhooks test',
    args: ['WEBHOOK'],
    shape: `{entregue: boolean, http_status: number|null, erro: string|null, corpo: string,
      tentativa: any}`,
  },
  { name: 'webhooks remove', args: ['WEBHOOK', '--yes'], shape: removed },
  {
    name: 'api',
    args: [
      'POST',
      '/chatbots',
      '-d',
      '{"name":"Horário","instance_name":"x","keywords":["abre"],"reply":"Às 9h."}',
    ],
    shape: chatbot,
  },
  {
    name: 'api',
    args: [
      'POST',
      '/api/mistral/agents',
      '-d',
      '{"name":"Atendente","instructions":"Seja breve.","model":"mistral-small-latest"}',
    ],
    shape: assistant,
  },
  { name: 'chatbots list', shape: `[${chatbot}]` },
  { name: 'chatbots show', args: ['Horário'], shape: chatbot },
  { name: 'chatbots try', args: ['Horário', 'Que horas abre?'], shape: tried },
  { name: 'chatbots edit', args: ['Horário', '--disable'], shape: chatbot },
  { name: 'chatbots replies', shape: '[any]' },
  { name: 'assistants list', shape: `[${assistant}]` },
  { name: 'assistants show', args: ['Atendente'], shape: assistant },
  { name: 'assistants try', args: ['Atendente', 'Oi'], shape: tried },
  { name: 'contacts delete', args: ['Clientes', '--yes'], shape: deleted },
  { name: 'devices disconnect', args: [PHONE], shape: '{deviceId: string, disconnected: boolean}' },
  { name: 'devices delete', args: [PHONE, '--yes'], shape: '{deviceId: string, deleted: boolean}' },
  { name: 'account export', args: ['-o', 'dados.zip'], shape: saved },
  { name: 'account renew-key', args: ['--yes'], shape: '{renewed: boolean, apikey: string}' },
  { name: 'logs', shape: '[{level: number, msg: string}]' },
  { name: 'service print', shape: '{path: string, unit: string}' },
  { name: 'completion', args: ['bash'], shape: '{shell: string, script: string}' },
  { name: 'man', shape: '{page: string}' },
  {
    name: 'doctor',
    shape: `{ok: boolean, data_dir: string, findings: [{check: string, code: string, level: string,
      count?: number, path?: string, about?: any}]}`,
  },
  {
    name: 'backup',
    args: ['copia.zip'],
    shape: `{path: string, at: string, byte_count: number, file_count: number, content_bytes: number,
      verified: boolean}`,
  },
  {
    name: 'restore',
    args: ['copia.zip', '--data-dir', 'nova'],
    shape: '{data_dir: string, at: string, program: string, file_count: number}',
  },
  { name: 'logout', shape: '{url: string, revoked: boolean}' },
  { name: 'login', args: ['--url', 'URL', ...signIn], shape: `{url: string, user: ${someone}}` },
  {
    name: 'account delete',
    args: ['--yes', '--password-stdin'],
    shape: '{deleted: boolean, email: string}',
  },
  {
    name: 'signup',
    args: ['--url', 'URL', '--name', 'Bia', '--email', 'bia@exemplo.com.br', '--password-stdin'],
    shape: `{url: string, user: ${someone}}`,
  },
  {
    name: 'users reset-password',
    args: ['bia@exemplo.com.br', '--password-stdin'],
    shape: '{email: string, reset: boolean}',
    isServerAway: true,
  },
  {
    name: 'migrate',
    args: ['--to'],
    shape: `{direction: string, data_dir: string, dry_run: boolean,
      kinds: [{kind: string, count: number, checksum: string}],
      damages: [{path: string, detail: string}], left: [string]}`,
    isServerAway: true,
    hasDatabase: true,
  },
  {
    name: 'nodes',
    shape: `{nodes: [{id: string, url: string, accounts: number, devices: number, seen_at: string,
        alive: boolean}],
      accounts: [{id: string, email: string, node: string|null, devices: number}]}`,
    hasDatabase: true,
  },
  {
    name: 'serve',
    args: ['--port', '0', '--data-dir', 'outra'],
    shape: '{url: string}',
    isServing: true,
  },
  {
    name: 'simulator',
    args: ['--port', '0', '--control-port', '0'],
    shape: `{whatsappUrl: string, rootKeyHex: string, mediaCaPath: string|null, controlUrl: string}`,
    isServing: true,
  },
  {
    name: 'demo',
    args: ['--exit'],
    shape: `{url: string, login: {email: string, password: string}, campaign: ${campaign},
      contacts: {id: string, name: string, ${imported}}, results: string,
      inboxes: {checked: number, duplicates: number, missing: number}}`,
  },
]
