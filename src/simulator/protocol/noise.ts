import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import { Curve, proto } from '@whiskeysockets/baileys'
import { agree, importPublic, type KeyPair, newKeyPair } from './x25519.ts'

/** What the server shows to every client: its static key and the chain the root key signed. */
export type NoiseIdentity = { staticKeys: KeyPair; certificates: Buffer }

export type Transport = {
  encrypt(plaintext: Buffer): Buffer
  decrypt(ciphertext: Buffer): Buffer
}

export type Handshake = {
  /** Takes the client's first frame and gives the server's answer. */
  hello(frame: Buffer): Buffer
  /** Takes the client's second frame. @throws when it was not made for this handshake. */
  finish(frame: Buffer): {
    clientStatic: Buffer
    payload: proto.ClientPayload
    transport: Transport
  }
}

/** The first bytes of a client: "WA", protocol 6, dictionary 3. */
export const noiseHeader = Buffer.from([0x57, 0x41, 0x06, 0x03])

const protocolName = Buffer.from('Noise_XX_25519_AESGCM_SHA256\0\0\0\0')
const tagLength = 16
const noBytes = Buffer.alloc(0)

export function createNoiseIdentity(rootKeys: KeyPair): NoiseIdentity {
  const staticKeys = newKeyPair()
  const intermediate = newKeyPair()
  const certificates = proto.CertChain.encode({
    intermediate: certificate({ serial: 1, issuerSerial: 0, key: intermediate, by: rootKeys }),
    leaf: certificate({ serial: 2, issuerSerial: 1, key: staticKeys, by: intermediate }),
  }).finish()
  return { staticKeys, certificates: Buffer.from(certificates) }
}

export function createHandshake({ staticKeys, certificates }: NoiseIdentity): Handshake {
  const ephemeral = newKeyPair()
  let hash: Buffer = protocolName
  let chainingKey: Buffer = protocolName
  let key: Buffer = protocolName
  let counter = 0
  authenticate(noiseHeader)
  return { hello, finish }

  function hello(frame: Buffer): Buffer {
    const clientEphemeral = Buffer.from(
      proto.HandshakeMessage.decode(frame).clientHello?.ephemeral ?? noBytes,
    )
    authenticate(clientEphemeral)
    const theirs = importPublic(clientEphemeral)
    authenticate(ephemeral.publicBytes)
    mix(agree(ephemeral.privateKey, theirs))
    const sealedStatic = seal(staticKeys.publicBytes)
    mix(agree(staticKeys.privateKey, theirs))
    const payload = seal(certificates)
    const serverHello = { ephemeral: ephemeral.publicBytes, static: sealedStatic, payload }
    return Buffer.from(proto.HandshakeMessage.encode({ serverHello }).finish())
  }

  function finish(frame: Buffer): ReturnType<Handshake['finish']> {
    const { clientFinish } = proto.HandshakeMessage.decode(frame)
    const clientStatic = open(Buffer.from(clientFinish?.static ?? noBytes))
    mix(agree(ephemeral.privateKey, importPublic(clientStatic)))
    const payload = proto.ClientPayload.decode(open(Buffer.from(clientFinish?.payload ?? noBytes)))
    const [fromClient, fromServer] = expand(noBytes)
    return { clientStatic, payload, transport: createTransport({ fromClient, fromServer }) }
  }

  function authenticate(data: Buffer): void {
    hash = createHash('sha256').update(hash).update(data).digest()
  }

  function expand(secret: Buffer): [Buffer, Buffer] {
    const bytes = Buffer.from(hkdfSync('sha256', secret, chainingKey, '', 64))
    return [bytes.subarray(0, 32), bytes.subarray(32)]
  }

  function mix(secret: Buffer): void {
    ;[chainingKey, key] = expand(secret)
    counter = 0
  }

  function seal(plaintext: Buffer): Buffer {
    const sealed = encryptGcm({ key, counter: counter++, additional: hash }, plaintext)
    authenticate(sealed)
    return sealed
  }

  function open(sealed: Buffer): Buffer {
    const plaintext = decryptGcm({ key, counter: counter++, additional: hash }, sealed)
    authenticate(sealed)
    return plaintext
  }
}

function createTransport(keys: { fromClient: Buffer; fromServer: Buffer }): Transport {
  let read = 0
  let written = 0
  return {
    encrypt: (plaintext) =>
      encryptGcm({ key: keys.fromServer, counter: written++, additional: noBytes }, plaintext),
    decrypt: (ciphertext) =>
      decryptGcm({ key: keys.fromClient, counter: read++, additional: noBytes }, ciphertext),
  }
}

type GcmStep = { key: Buffer; counter: number; additional: Buffer }

function initialVector(counter: number): Buffer {
  const iv = Buffer.alloc(12)
  iv.writeUInt32BE(counter, 8)
  return iv
}

function encryptGcm({ key, counter, additional }: GcmStep, plaintext: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, initialVector(counter))
  cipher.setAAD(additional)
  return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

function decryptGcm({ key, counter, additional }: GcmStep, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, initialVector(counter))
  decipher.setAAD(additional)
  decipher.setAuthTag(sealed.subarray(-tagLength))
  return Buffer.concat([decipher.update(sealed.subarray(0, -tagLength)), decipher.final()])
}

function certificate(about: { serial: number; issuerSerial: number; key: KeyPair; by: KeyPair }) {
  const details = proto.CertChain.NoiseCertificate.Details.encode({
    serial: about.serial,
    issuerSerial: about.issuerSerial,
    key: about.key.publicBytes,
  }).finish()
  return { details, signature: Curve.sign(about.by.privateBytes, Buffer.from(details)) }
}
