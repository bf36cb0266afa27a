import { EvolutionWebsocketBody, WebsocketRowJson } from '../../gateways/evolution-websocket.ts'
import { endpoint } from '../endpoint.ts'
import { named } from './evolution-refusals.ts'

const tag = 'Gateway deste servidor'
const dialect = 'evolution'

/** The calls of the Evolution-compatible API about sockets, served where these are switched on. */
export const evolutionWebsocketApi = {
  evolutionSetWebsocket: endpoint({
    methods: ['post'],
    path: '/gateway/websocket/set/{name}',
    summary:
      'Diz quais eventos de uma instância vão por Socket.IO a quem a acompanha (com DISPARO_GATEWAY_SOCKET=sim).',
    tag,
    dialect,
    body: EvolutionWebsocketBody,
    answers: { 201: WebsocketRowJson },
    errors: named,
  }),
  evolutionFindWebsocket: endpoint({
    methods: ['get'],
    path: '/gateway/websocket/find/{name}',
    summary: 'O que vai por Socket.IO; null se nunca foi configurado.',
    tag,
    dialect,
    answers: { 200: WebsocketRowJson.nullable() },
    errors: named,
  }),
} as const
