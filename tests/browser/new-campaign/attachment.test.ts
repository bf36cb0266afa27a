import { expect, test } from 'vitest'
import { campaignsOf, makeDevice, preview } from '../../support/browser/campaign-form.ts'
import { describeConsole, expectAccessible, narrow, wide } from '../../support/browser/console.ts'
import { button } from '../../support/browser/places.ts'
import { anOgg, aPdf } from '../../support/uploads/samples.ts'

describeConsole('attachment of a campaign', (console) => {
  test.each([
    ['wide', wide],
    ['narrow', narrow],
  ])(
    'is chosen, shown as it will stand, and kept by a draft and its edit (%s)',
    async (_, viewport) => {
      const user = await console().newUser()
      await makeDevice(user)
      const page = await console().open('/campaigns/new', {
        user,
        viewport,
        expectedErrors: [/400/],
      })
      const field = page.getByRole('group', { name: 'Imagem ou anexo' })
      const picker = page.getByLabel('Escolher imagem ou arquivo')
      await page.getByLabel('Nome da campanha').fill('Com anexo')
      await page.getByLabel('Texto', { exact: true }).fill('Segue a tabela')

      const cut = Buffer.from(aPdf.subarray(0, -8))
      await picker.setInputFiles({ name: 'cortado.pdf', mimeType: 'application/pdf', buffer: cut })
      await field.getByText('danificado ou incompleto').waitFor()

      const voice = { name: 'recado.ogg', mimeType: 'audio/ogg', buffer: Buffer.from(anOgg()) }
      await picker.setInputFiles(voice)
      await field.getByText('o texto vai antes').waitFor()
      await preview(page).getByText('recado.ogg').waitFor()
      await expectAccessible(page)
      await button(page, 'Remover').click()

      const pdf = { name: 'tabela.pdf', mimeType: 'application/pdf', buffer: Buffer.from(aPdf) }
      await picker.setInputFiles(pdf)
      await field.getByText('documento').waitFor()
      await preview(page).getByText('tabela.pdf').waitFor()
      await expectAccessible(page)
      await button(page, 'Salvar Rascunho').click()
      await page.waitForURL('**/campaigns')
      const [saved] = await campaignsOf(user)
      const anexo = { nome: 'tabela.pdf', tipo: 'documento', bytes: aPdf.length }
      expect(saved).toMatchObject({ imagem: null, anexo })

      const edited = await console().open(`/campaigns/new?editar=${saved?.id}`, { user, viewport })
      await edited.getByRole('group', { name: 'Imagem ou anexo' }).getByText('tabela.pdf').waitFor()
      await edited.getByLabel('Texto', { exact: true }).fill('Outro texto')
      await button(edited, 'Salvar Rascunho').click()
      await edited.waitForURL('**/campaigns')
      expect(await campaignsOf(user)).toMatchObject([{ texto: 'Outro texto', anexo }])
    },
  )
})
