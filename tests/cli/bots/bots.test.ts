import { expect, test } from 'vitest'
import { aPerson } from '../../support/daemon/command-line.ts'
import { residentDaemon } from '../../support/daemon/shared.ts'
import { aStandIn } from '../../support/daemon/stand-in.ts'
import { registerUser } from '../../support/daemon/user.ts'

const server = residentDaemon()

const hours = { name: 'Horário', keywords: ['horário', 'abre'], reply: 'Das 9h às 18h.' }
const saturday = { name: 'Sábado', keywords: ['sábado'], reply: 'Aos sábados, das 9h às 12h.' }
const agent = { name: 'Atendente', instructions: 'Seja breve.', model: 'mistral-small-latest' }

test('shows, tries and changes chatbots and assistants', async () => {
  const url = server().url()
  const { apikey } = await registerUser(url)
  const person = await aPerson()
  const environment = { DISPARO_URL: url, DISPARO_APIKEY: apikey }
  const run = (...args: string[]) => person.run(args, { environment })
  const json = (...args: string[]) => person.json(args, { environment })
  const make = async (path: string, body: object) => {
    const headers = { apikey, 'content-type': 'application/json' }
    const made = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(made.status).toBe(201)
  }
  expect((await run('chatbots', 'list')).stdout).toContain('Nenhum chatbot.')
  expect((await run('assistants', 'list')).stdout).toContain('Nenhum assistente.')
  expect((await run('chatbots', 'replies')).stdout).toContain('Nenhuma mensagem chegou')
  for (const bot of [saturday, hours]) await make('/chatbots', { ...bot, instance_name: 'balcao' })
  await make('/api/mistral/agents', agent)

  expect((await run('chatbots', 'list')).stdout).toMatch(
    /^Horário +balcao +horário, abre +Das 9h às 18h\. +sim$/m,
  )
  expect(await json('chatbots', 'list', '--instance', 'outra')).toMatchObject({ value: [] })
  expect((await run('chatbots', 'show', 'horário')).stdout).toMatch(/^Resposta +Das 9h às 18h\.$/m)
  expect((await run('chatbots', 'try', 'Horário', 'Que hora ABRE?')).stdout).toBe(
    `${hours.reply}\n`,
  )
  expect(await run('chatbots', 'try', 'Horário', 'Abre sábado?')).toMatchObject({
    ...{ code: 0, stdout: `Quem responde é o chatbot "Sábado":\n${saturday.reply}\n` },
  })
  expect(await run('chatbots', 'try', 'Horário', 'Oi')).toMatchObject({
    ...{ code: 1, stdout: expect.stringContaining('Nenhuma palavra-chave está na mensagem') },
  })
  expect(await run('chatbots', 'show', 'Preço')).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('Nenhum chatbot com o id ou nome "Preço"') },
  })
  const edit = ['chatbots', 'edit', 'Horário']
  expect(await json(...edit, '--keywords', 'horas, aberto', '--disable')).toMatchObject({
    value: { keywords: ['horas', 'aberto'], reply: hours.reply, is_active: false },
  })
  expect((await run(...edit)).code).toBe(2)
  expect(await run(...edit, '--keywords', ',')).toMatchObject({
    ...{ code: 2, stderr: '--keywords: Informe pelo menos uma palavra-chave.\n' },
  })

  expect((await run('assistants', 'list')).stdout).toMatch(/^Atendente +mistral-small/m)
  expect((await run('assistants', 'show', 'atendente')).stdout).toMatch(
    /^Instruções +Seja breve\.$/m,
  )
  expect(await run('assistants', 'try', 'Atendente', 'Oi')).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('MISTRAL_API_KEY') },
  })
})

test('lists the answers of bots, and why some messages got none', async () => {
  const heard = {
    ...{ id: '1', date: '2026-11-21T13:05:00.000Z', evolution_id: 'own', instance_name: 'balcao' },
    ...{ remote_jid: '5561999990001@s.whatsapp.net', push_name: 'Ana', agent_id: null },
  }
  const bots = [{ id: 'b1', ...hours, evolution_id: 'own', instance_name: 'balcao' }]
  const { url } = await aStandIn(({ path }) => ({
    body: path.startsWith('/chatbots')
      ? bots.map((bot) => ({ ...bot, agent_id: null, is_active: true, created_at: heard.date }))
      : [
          { ...heard, heard: 'Abre?', chatbot_id: 'b1', answer: hours.reply, reason: null },
          { ...heard, heard: 'Oi', chatbot_id: null, answer: null, reason: 'no_keyword' },
        ].map((reply) => ({ ...reply, reason_text: null })),
  }))
  const environment = { DISPARO_URL: url, DISPARO_APIKEY: 'chave' }
  const { stdout } = await (await aPerson()).run(['chatbots', 'replies'], { environment })
  expect(stdout).toMatch(/Ana \+55 \(61\) 99999-0001 +Abre\? +Das 9h às 18h\. +Horário +balcao$/m)
  expect(stdout).toMatch(/ Oi +\(sem resposta\) Nenhuma palavra-chave está na mensagem/)
})
