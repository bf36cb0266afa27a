import { TEMPLATES_MAX_COUNT } from '#contract/limits.ts'

/** What is said of templates; here, so that no other screen loads it. */
export const templateMessages = {
  loadFailed: 'Não foi possível carregar os modelos.',
  saved: 'Modelo salvo.',
  saveFailed: 'Não foi possível salvar o modelo.',
  deleted: (name: string) => `Modelo ${name} excluído.`,
  restored: (name: string) => `Modelo ${name} de volta.`,
  deleteFailed: 'Não foi possível excluir o modelo.',
  replaceConfirm: (name: string) => `Já existe um modelo ${name}. Trocar o texto dele por este?`,
  useConfirm: 'Trocar o texto escrito pelo do modelo? Ctrl+Z desfaz.',
  unsaved: 'O modelo ainda não foi salvo. Sair assim mesmo?',
  full: `São ${TEMPLATES_MAX_COUNT} modelos no máximo. Exclua um para criar outro.`,
  noneFound: (search: string) => `Nenhum modelo com “${search}”.`,
} as const
