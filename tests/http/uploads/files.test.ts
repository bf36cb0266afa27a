import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AttachmentJson } from '../../../src/contract/uploads/attachment.ts'
import { keepDevice, keepList } from '../../support/domain/kept.ts'
import { anApp, asForm, asJson, errorOf } from '../../support/http/app.ts'
import { PUBLIC_URL, type ServiceOptions } from '../../support/http/services.ts'
import {
  aDocx,
  anIso,
  anMp3,
  anOgg,
  aPdf,
  aPicture,
  joined,
  latinBytes,
} from '../../support/uploads/samples.ts'

type Bytes = Uint8Array<ArrayBuffer>
const MEGABYTE = 1024 * 1024

async function anUploader(options: ServiceOptions = {}) {
  const app = await anApp(options)
  const person = await app.register()
  const send = (bytes: Bytes | string, name = 'arquivo') =>
    person.call('/api/upload/file', asForm({}, { field: 'file', bytes, name }))
  const keep = async (bytes: Bytes, name?: string) =>
    AttachmentJson.parse(await (await send(bytes, name)).json())
  return { ...app, person, send, keep }
}

describe('a file', () => {
  test.each([
    ['foto.exe', aPicture('png'), { tipo: 'imagem', mimetype: 'image/png', nome: 'foto.exe.png' }],
    [
      'festa.mp4',
      anIso('isom', 'vide'),
      { tipo: 'video', mimetype: 'video/mp4', nome: 'festa.mp4' },
    ],
    ['recado', anOgg(), { tipo: 'audio', mimetype: 'audio/ogg; codecs=opus', nome: 'recado.ogg' }],
    ['../../Preços 2026.PDF', aPdf, { tipo: 'documento', nome: 'Preços 2026.PDF' }],
    ['contrato\u202efdp.docx', aDocx(), { tipo: 'documento', nome: 'contrato fdp.docx' }],
  ])('called %s is kept byte for byte', async (name, content, expected) => {
    const { request, keep } = await anUploader()
    const bytes = await content
    const kept = await keep(bytes, name)
    expect(kept).toMatchObject({ ...expected, bytes: bytes.length })
    expect(kept.url).toMatch(new RegExp(`^${PUBLIC_URL}/uploads/[0-9a-f]{64}\\.[a-z0-9]+$`))

    const served = await request(kept.url.slice(PUBLIC_URL.length))
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(bytes)
    const { headers } = served
    expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      kept.mimetype,
      'nosniff',
    ])
    // A document that opens in the page could run anything of its author's.
    expect(headers.get('content-disposition')).toBe(kept.tipo === 'documento' ? 'attachment' : null)
  })

  test.each([
    ['an image', 5, 'image_too_large', aPicture('png')],
    ['a video', 16, 'video_too_large', anIso('isom', 'vide')],
    ['an M4A', 16, 'audio_too_large', anIso('M4A ', 'soun')],
    ['an MP3', 16, 'audio_too_large', anMp3()],
    ['a document', 64, 'document_too_large', aPdf],
  ])('that is %s has at most %i MB', async (_, megabytes, code, start) => {
    const { send } = await anUploader()
    const answer = await send(joined(await start, new Uint8Array(megabytes * MEGABYTE)))
    const error = await errorOf(answer)
    expect(error).toMatchObject({ status: 413, code })
    expect(error.message).toContain(`${megabytes} MB`)
  })

  test.each([
    ['empty', '', 'file_empty', 400],
    ['of an unknown kind', latinBytes('MZ'.padEnd(500)), 'attachment_type', 415],
    ['damaged', aPdf.subarray(0, -8), 'attachment_damaged', 400],
  ] as const)('that is %s is refused', async (_, bytes, code, status) => {
    const { send } = await anUploader()
    expect(await errorOf(await send(bytes))).toMatchObject({ status, code })
  })

  test('counts for what a user may store', async () => {
    const { send } = await anUploader({ quotas: { uploadBytes: 2 * aPdf.length } })
    expect([(await send(aPdf)).status, (await send(aPdf)).status]).toEqual([201, 201])
    expect(await errorOf(await send(aPdf))).toMatchObject({ status: 422, code: 'upload_quota' })
  })
})

const CampaignWire = z.object({
  id: z.string(),
  template: z.string(),
  imagem: z.string().nullable(),
  anexo: AttachmentJson.optional(),
})

async function aForm() {
  const app = await anUploader()
  const body = {
    name: 'Tabela nova',
    texto: 'Segue, {nome}',
    device_id: await keepDevice(app, app.person),
    contatos: await keepList(app, app.person),
    data_de_envio: '2030-01-01T12:00:00.000Z',
    status: 'Agendada',
  }
  const call = async (path: string, fields: object, method?: string) =>
    app.person.call(path, asJson({ ...(method ? {} : body), ...fields }, method))
  const read = async (response: Promise<Response>) => {
    const answer = await response
    return CampaignWire.parse(await answer.json())
  }
  return { ...app, body, call, read }
}

describe('a campaign', () => {
  test('has an attachment under the name it was given', async () => {
    const { call, keep, read } = await aForm()
    const kept = await keep(aPdf, 'interno.pdf')
    const anexo = { url: kept.url, nome: ' Tabela 2026 ' }
    const campaign = await read(call('/api/campaigns', { anexo }))
    expect(campaign).toMatchObject({ imagem: null, template: 'Texto com documento' })
    expect(campaign.anexo).toEqual({ ...kept, nome: 'Tabela 2026.pdf' })
    // The answered attachment is taken back as it is, and has its own name where none is given.
    const again = await read(call('/api/campaigns', { anexo: campaign.anexo }))
    expect(again.anexo).toEqual(campaign.anexo)
    expect((await read(call('/api/campaigns', { anexo: { url: kept.url } }))).anexo).toEqual(kept)
  })

  test('keeps it through a change of anything else, and gives it up for an image or for nothing', async () => {
    const { call, keep, read } = await aForm()
    const [pdf, picture] = [await keep(aPdf), await keep(await aPicture('png'))]
    const { id } = await read(call('/api/campaigns', { anexo: pdf }))
    const change = (fields: object) => read(call(`/api/campaigns/${id}`, fields, 'PATCH'))
    expect((await change({ name: 'Outro nome', imagem: null })).anexo).toEqual(pdf)
    expect(await change({ imagem: picture.url })).toMatchObject({ imagem: picture.url })
    expect((await change({ anexo: pdf })).anexo).toEqual(pdf)
    expect(await change({ anexo: null })).toMatchObject({ imagem: null, template: 'Texto' })
  })

  test.each(['/api/campaigns', '/api/campaigns/preview', '/api/campaigns/test'])(
    'takes at %s no image beside it, and no file but the user’s own',
    async (path) => {
      const { call, keep, register } = await aForm()
      const anexo = await keep(aPdf)
      const picture = await keep(await aPicture('png'))
      const both = await errorOf(await call(path, { anexo, imagem: picture.url }))
      expect(both).toMatchObject({ status: 400, code: 'invalid', details: [{ path: 'anexo' }] })
      const noImage = await errorOf(await call(path, { imagem: anexo.url }))
      expect(noImage).toMatchObject({ status: 400, code: 'image_unknown' })
      const outside = await errorOf(await call(path, { anexo: { url: 'file:///etc/passwd' } }))
      expect(outside).toMatchObject({ status: 400, code: 'attachment_unknown' })
      const other = await register('Outra loja')
      const form = asForm({}, { field: 'file', bytes: aPdf })
      const foreign = AttachmentJson.parse(
        await (await other.call('/api/upload/file', form)).json(),
      )
      const stolen = await errorOf(await call(path, { anexo: foreign }))
      expect(stolen).toMatchObject({ code: 'attachment_unknown', details: [{ path: 'anexo' }] })
    },
  )

  test('is previewed with it', async () => {
    const { call, keep } = await aForm()
    const anexo = await keep(anOgg(), 'recado.ogg')
    const preview = await (await call('/api/campaigns/preview', { anexo })).json()
    expect(preview).toMatchObject({ anexo })
  })

  test.each([
    ['anexo', 'x', 'anexo'],
    ['anexo', {}, 'anexo.url'],
    ['anexo', { url: '/uploads/a.pdf', nome: 7 }, 'anexo.nome'],
  ])('says which field of %s is wrong (%j)', async (field, value, path) => {
    const { call } = await aForm()
    const error = await errorOf(await call('/api/campaigns', { [field]: value }))
    expect(error).toMatchObject({ code: 'invalid', details: [{ path }] })
  })
})
