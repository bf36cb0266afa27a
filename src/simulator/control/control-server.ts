import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { GroupRequest } from '../groups/group-request.ts'
import { SimulatorError, type SimulatorErrorCode } from '../simulator-error.ts'
import { AccountFields } from '../world/account-settings.ts'
import { BehaviourFields } from '../world/behaviour.ts'
import { FaultFields } from '../world/faults.ts'
import type { SimulatorControl } from './control.ts'
import {
  AccountRequest,
  BehaviourRequest,
  CodeRequest,
  DropRequest,
  HistoryRequest,
  InboundRequest,
  LimitsRequest,
  LogOutRequest,
  NoiseRequest,
  OwnRequest,
  PasskeyRequest,
  PhoneRequest,
  ReadRequest,
  ScanRequest,
  StanzaRequest,
  StreamRequest,
} from './control-schema.ts'

type Route = { what: string; run(body: unknown, url: URL): Promise<unknown> }

const maximumBodyBytes = 1024 * 1024

/** Everything else is the caller's mistake: 400. */
const statusOf: Partial<Record<SimulatorErrorCode, number>> = {
  not_found: 404,
  no_account: 404,
  no_device: 404,
  unknown_qr: 404,
  no_code_asked: 404,
  absent: 404,
  pairing_timeout: 504,
  unexpected: 500,
}

/** The control over HTTP, for a simulator in its own process or thread. */
export function createControlServer(control: SimulatorControl): Server {
  const routes = routesOf(control)
  return createServer((request, response) => void answer(request, response))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const url = new URL(request.url ?? '/', 'http://127.0.0.1')
      checkCaller(request)
      const name = `${request.method} ${url.pathname}`
      const route = routes[name]
      if (!route) throw new SimulatorError('not_found', name)
      if (name === 'GET /inboxes') {
        await streamInboxes(response)
        return
      }
      const body = request.method === 'POST' ? await readJson(request) : undefined
      reply(response, 200, (await route.run(body, url)) ?? {})
    } catch (error) {
      refuse(response, error)
    }
  }

  async function streamInboxes(response: ServerResponse): Promise<void> {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    await pipeline(inboxLines(), response)
  }

  async function* inboxLines(): AsyncGenerator<string> {
    let lines = ''
    for await (const message of control.inboxes()) {
      lines += `${JSON.stringify(message)}\n`
      if (lines.length < 64 * 1024) continue
      yield lines
      lines = ''
    }
    yield lines
  }
}

function routesOf(control: SimulatorControl): Record<string, Route> {
  const routes: Record<string, Route> = {
    'GET /': { what: 'this list', run: async () => describe(routes) },
    'POST /scan': post('{qr, phone, name?}: a phone scans a QR', ScanRequest, control.scan),
    'POST /code': post(
      '{code, phone, name?}: a phone is given a code',
      CodeRequest,
      control.enterCode,
    ),
    'POST /passkey': post(
      '{phone, request, origin?}: the owner shows the account’s passkey',
      PasskeyRequest,
      control.showPasskey,
    ),
    'GET /passkey-code': {
      what: 'the code that a phone shows while it is linked with a passkey',
      run: () => control.passkeyCode(),
    },
    'GET /accounts': { what: 'accounts and their devices', run: () => control.accounts() },
    'GET /inbox': {
      what: '?phone=: what a phone received',
      run: (_, url) => control.inbox(url.searchParams.get('phone') ?? ''),
    },
    'GET /inboxes': { what: 'what all phones received, one JSON line each', run: async () => null },
    'GET /stats': { what: 'counts', run: () => control.stats() },
    'POST /behaviour': post(
      `{who, behaviour}: how a number, or a pattern with *, behaves: ${fieldsOf(BehaviourFields)}`,
      BehaviourRequest,
      ({ who, behaviour }) => control.setBehaviour(who, behaviour),
    ),
    'POST /account': post(
      `{phone, settings}: how WhatsApp treats an account: ${fieldsOf(AccountFields)}`,
      AccountRequest,
      ({ phone, settings }) => control.setAccount(phone, settings),
    ),
    'POST /phone': post(
      "{phone, change}: reinstall, link, unlink a device, or migrate an account's chats",
      PhoneRequest,
      ({ phone, change }) => control.changePhone(phone, change),
    ),
    'POST /faults': post(
      `faults of the server: ${fieldsOf(FaultFields)}`,
      FaultFields,
      control.setFaults,
    ),
    'POST /inbound': post(
      '{from, to, text, image?, file?: {kind, bytes, mimeType, name?, seconds?, isVoice?}, place?, contact?, pushName?, group?, edits?, takesBack?}: a person writes to an account; image and bytes are base64',
      InboundRequest,
      control.sendInbound,
    ),
    'POST /own': post(
      '{from, to, text, edits?, takesBack?}: the owner of an account writes on the phone itself',
      OwnRequest,
      control.sendOwn,
    ),
    'POST /group': post(
      '{by, group?, subject?, add?, remove?, promote?, demote?, leaves?}: a person makes a group, or changes it',
      GroupRequest,
      control.playGroup,
    ),
    'GET /groups': { what: 'groups, their settings and members', run: () => control.groups() },
    'POST /stanza': post(
      '{phone, node: {tag, attrs, content?}}: any stanza to the clients of an account',
      StanzaRequest,
      ({ phone, node }) => control.sendStanza(phone, node),
    ),
    'POST /noise': post(
      '{phone}: status updates, channels, pings and the like',
      NoiseRequest,
      async ({ phone }) => ({ count: await control.makeNoise(phone) }),
    ),
    'POST /history': post(
      '{phone, people}: the phone tells its clients of its chats with these people',
      HistoryRequest,
      ({ phone, people }) => control.sendHistory(phone, people),
    ),
    'POST /read': post('{phone, messageId?}: the owner reads', ReadRequest, async (read) => ({
      count: await control.markRead(read.phone, read.messageId),
    })),
    'POST /drop': post('{phone?}: cuts connections', DropRequest, async ({ phone }) => ({
      count: await control.drop(phone),
    })),
    'POST /stream-error': post(
      '{phone?, code}: ends sessions with an error',
      StreamRequest,
      async (error) => ({ count: await control.endStream(error) }),
    ),
    'POST /logout': post(
      '{phone, device?}: the phone removes a device',
      LogOutRequest,
      async ({ phone, device }) => ({ count: await control.logOut(phone, device) }),
    ),
    'POST /limits': post(
      '{phone, limits}: what an account is told about limits',
      LimitsRequest,
      ({ phone, limits }) => control.setLimits(phone, limits),
    ),
    'POST /reset': { what: 'forgets everything but accounts', run: () => control.reset() },
  }
  return routes
}

function post<S extends z.ZodType>(
  what: string,
  schema: S,
  run: (body: z.output<S>) => Promise<unknown>,
): Route {
  return {
    what,
    run: async (body) => {
      const parsed = schema.safeParse(body)
      if (!parsed.success) throw new SimulatorError('bad_request', z.prettifyError(parsed.error))
      return run(parsed.data)
    },
  }
}

/**
 * Refuses calls from web pages, which must not play the phone: a page can neither name this host (a
 * name bound to loopback shows in Host) nor send JSON to it without a preflight.
 */
function checkCaller(request: IncomingMessage): void {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '')
  const isLocal = host === '127.0.0.1' || host === 'localhost'
  const isJson = request.headers['content-type']?.startsWith('application/json') ?? false
  if (!isLocal || (request.method === 'POST' && !isJson)) {
    throw new SimulatorError('bad_request', 'application/json, 127.0.0.1')
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    const part = Buffer.from(chunk)
    bytes += part.length
    if (bytes > maximumBodyBytes) throw new SimulatorError('bad_request', 'too large')
    chunks.push(part)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}')
  } catch {
    // The parser's message would not help the caller.
    throw new SimulatorError('bad_request', 'JSON')
  }
}

function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const known =
    error instanceof SimulatorError
      ? error
      : new SimulatorError('unexpected', error instanceof Error ? error.message : String(error))
  const { code, detail, message } = known
  reply(response, statusOf[code] ?? 400, { error: message, message, code, detail })
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(body))
}

function describe(routes: Record<string, Route>): Record<string, string> {
  return Object.fromEntries(Object.entries(routes).map(([name, { what }]) => [name, what]))
}

function fieldsOf(schema: z.ZodObject): string {
  return Object.keys(schema.shape).join(', ')
}
