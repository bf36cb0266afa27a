import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { gatewayMessages } from '../../web/gateway-messages.ts'
import { messages } from '../../web/messages.ts'

/** What users of the product have always read: a letter changed here is a promise broken. */
const sentences = [
  'Não foi possível carregar os dados do painel.',
  'Falha ao fazer login. Por favor, verifique suas credenciais.',
  'Falha ao criar uma conta. Por favor, tente novamente.',
  'As senhas não coincidem.',
  'Falha ao carregar as campanhas.',
  'Tem certeza que deseja excluir a campanha ',
  'Campanha excluída com sucesso!',
  'Erro: Usuário não autenticado. Por favor, faça login novamente.',
  'Erro ao excluir campanha: ',
  'Ocorreu um erro na comunicação com o servidor.',
  'Tem certeza que deseja parar esta campanha? Os envios restantes serão cancelados.',
  'Sinal de parada enviado para a campanha.',
  'Não foi possível parar a campanha.',
  'Erro ao criar campanha: ',
  'Falha ao criar campanha. Tente novamente.',
  'Rascunho salvo com sucesso!',
  'Campanha criada e agendada com sucesso!',
  'Erro ao buscar listas de contatos.',
  'Lista de contatos criada com sucesso!',
  'Erro ao criar lista de contatos.',
  'Lista de contatos atualizada com sucesso!',
  'Erro ao atualizar lista de contatos.',
  'Tem certeza que deseja excluir esta lista?',
  'Lista excluída!',
  'Erro ao excluir lista.',
  'Ocorreu um erro durante a importação. Verifique o console.',
  'Lista não encontrada.',
  'Não foi possível obter o ID da nova lista.',
  'Nome da lista e contatos são obrigatórios.',
  'O nome da lista é obrigatório para salvar.',
  'Adicione pelo menos um contato válido.',
  'Por favor, insira um número de telefone no formato 55619...',
  'Não foi possível obter o QR Code do servidor.',
  'Falha ao conectar. Verifique o console.',
  'WhatsApp conectado com sucesso!',
  'Falha ao buscar conexões.',
  'Nenhuma conexão encontrada. Adicione uma na tela "Conectar WhatsApp".',
  'Tem certeza? Isso removerá os dados de autenticação e desconectará o aparelho.',
  'Conexão excluída com sucesso!',
  'Não foi possível excluir a conexão.',
  'Nenhuma evolution cadastrada.',
  'Erro ao buscar evolutions cadastradas.',
  'Erro ao buscar instâncias. Verifique se a URL e API Key estão corretas.',
  'Selecione uma evolution válida.',
  'Erro ao criar instância. Verifique os dados.',
  'Erro ao gerar QR Code. Tente novamente.',
  'Erro ao excluir instância. Tente novamente.',
  'Erro ao configurar webhook. Tente novamente.',
  'Por favor, informe a URL do webhook',
  'Webhook configurado com sucesso!',
  'Nenhuma campanha encontrada',
  'Nenhum envio encontrado para esta campanha.',
  'Página Não Encontrada',
  'Unexpected Application Error!',
]

let source = ''

beforeAll(async () => {
  const root = resolve(import.meta.dirname, '../../web')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter(({ name }) => /\.tsx?$/.test(name))
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')),
  )
  source = texts.join('\n')
})

test.each(sentences)('says word for word: %s', (sentence) => {
  expect(source).toContain(sentence)
})

test('fills in names and reasons, and has a sentence where the server gave none', () => {
  expect(messages.campaigns.deleteConfirm('Natal')).toBe(
    'Tem certeza que deseja excluir a campanha Natal?',
  )
  expect(messages.campaigns.deleteFailed()).toBe(
    'Erro ao excluir campanha: Ocorreu um erro na comunicação com o servidor.',
  )
  expect(messages.campaigns.createFailed()).toBe(
    'Erro ao criar campanha: Falha ao criar campanha. Tente novamente.',
  )
  expect(messages.campaigns.createFailed('Sem espaço.')).toBe('Erro ao criar campanha: Sem espaço.')
})

test('uses every one of its sentences somewhere', () => {
  const unused = Object.entries({ ...messages, ...gatewayMessages }).flatMap(
    ([group, sentencesOfGroup]) =>
      Object.keys(sentencesOfGroup)
        .filter((name) => !source.includes(`essages.${group}.${name}`))
        .map((name) => `${group}.${name}`),
  )
  expect(unused).toEqual([])
})
