import { fireEvent } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keepDevice, runCampaign } from '../../support/domain/kept.ts'
import { aConsole, toast } from '../../support/web/console.tsx'

/** The keys are there once their script is: pressed until the dialog stands. */
async function pressed(
  page: Awaited<ReturnType<Awaited<ReturnType<typeof aConsole>>['open']>>['page'],
  key: object,
  title: string,
) {
  await expect
    .poll(() => {
      if (!page.queryByRole('heading', { name: title })) fireEvent.keyDown(document.body, key)
      return page.queryByRole('heading', { name: title })
    })
    .not.toBeNull()
}

const palette = { key: 'k', ctrlKey: true }

test('a few letters lead to a screen, by keys alone', async () => {
  const { open } = await aConsole()
  const { user, page } = await open('/settings')
  await pressed(page, palette, 'Ir para')
  const field = page.getByRole('combobox', { name: 'O que você procura?' })
  await user.type(field, 'xyz')
  page.getByText('Nada encontrado para “xyz”.')
  await user.clear(field)
  await user.type(field, 'conexo')
  page.getByRole('option', { name: /Conexões/, selected: true })
  await user.keyboard('{Enter}')
  await page.findByRole('heading', { level: 1, name: 'Conexões' })
  expect(page.queryByRole('combobox', { name: 'O que você procura?' })).toBeNull()
})

test('a running campaign is stopped from any screen, after a question', async () => {
  const console = await aConsole()
  const id = await runCampaign(console, console, await keepDevice(console, console))
  const { name } = await console.api('GET', `/api/campaigns/${id}`)
  const { user, page } = await console.open('/settings')
  await pressed(page, palette, 'Ir para')
  await user.click(await page.findByRole('option', { name: new RegExp(`Parar ${name}`) }))
  await user.click(await page.findByRole('button', { name: 'Sim' }))
  await page.findByText('Sinal de parada enviado para a campanha.', toast)
  expect(await console.api('GET', `/api/campaigns/${id}`)).toMatchObject({ status: 'Cancelada' })
})

test('a question mark opens the help, a slash the search; neither while somebody writes', async () => {
  const { open } = await aConsole()
  const { user, page } = await open('/contacts')
  await pressed(page, { key: '?' }, 'Ajuda')
  page.getByText('Por que 60 segundos?')
  await user.click(page.getByRole('button', { name: 'Fechar' }))
  const search = page.getByLabelText('Buscar por lista, nome ou telefone')
  fireEvent.keyDown(document.body, { key: '/' })
  expect(document.activeElement).toBe(search)
  await user.type(search, '?/')
  expect(search).toHaveProperty('value', '?/')
  expect(page.queryByRole('heading', { name: 'Ajuda' })).toBeNull()
})
