import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import { generate } from 'selfsigned'
import { type Media, newMediaPath } from './media-store.ts'

/** What the media server shows: a certificate for 127.0.0.1, and the authority that signed it. */
export type MediaCertificate = { caPem: string; certificatePem: string; keyPem: string }

const validYears = 10
const maximumUploadBytes = 100 * 1024 * 1024
const uploadPath = /^\/mms\/(image|video|document|audio)\/([A-Za-z0-9_%-]+)$/

let made: Promise<MediaCertificate> | undefined

/**
 * Makes one certificate for all simulators of this process, which shows it nobody but itself. The
 * authority's own key is dropped at once: it signs one certificate and no other.
 */
export function createMediaCertificate(): Promise<MediaCertificate> {
  made ??= generateCertificate()
  return made
}

async function generateCertificate(): Promise<MediaCertificate> {
  const notAfterDate = new Date()
  notAfterDate.setFullYear(notAfterDate.getFullYear() + validYears)
  const common = { keyType: 'ec', algorithm: 'sha256', notAfterDate } as const
  const ca = await generate([{ name: 'commonName', value: 'Simulador de WhatsApp' }], {
    ...common,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  const leaf = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    ...common,
    ca: { key: ca.private, cert: ca.cert },
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 7, ip: '127.0.0.1' },
          { type: 2, value: 'localhost' },
        ],
      },
    ],
  })
  return { caPem: ca.cert, certificatePem: leaf.cert, keyPem: leaf.private }
}

/** Takes the encrypted files that clients upload, and gives them back. */
export function createMediaServer(parts: {
  certificate: MediaCertificate
  media: Media
  uploaded: () => void
  /** Status to refuse an upload with. */
  refusal: () => number | null
  /** Status to refuse a download with; null: it is not refused. */
  loss: () => number | null
  host: () => string
}): Server {
  const { certificate, media } = parts
  const tls = { cert: certificate.certificatePem, key: certificate.keyPem }
  return createServer(tls, (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'https://127.0.0.1')
    if (request.method === 'POST' && uploadPath.test(pathname)) {
      void take(request, response)
      return
    }
    const blob = request.method === 'GET' ? media.find(pathname) : undefined
    const lost = blob ? parts.loss() : 404
    if (!blob || lost !== null) {
      response.writeHead(lost ?? 404).end()
      return
    }
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(blob)
  })

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const blob = await readBody(request)
    const refused = blob ? parts.refusal() : 413
    if (!blob || refused !== null) {
      response.writeHead(refused ?? 413).end()
      return
    }
    const path = newMediaPath()
    media.save(path, blob)
    parts.uploaded()
    const answer = { url: `https://${parts.host()}${path}`, direct_path: path }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request) {
      const part = Buffer.from(chunk)
      bytes += part.length
      if (bytes > maximumUploadBytes) return undefined
      chunks.push(part)
    }
  } catch {
    // The client closed the connection during its upload: there is no answer to send.
    return undefined
  }
  return Buffer.concat(chunks)
}
