import { ownVariables, variablesOf } from '#contract/campaigns/template.ts'
import styles from './templates-panel.module.css'

const own: ReadonlySet<string> = new Set(ownVariables)
const listed = new Intl.ListFormat('pt-BR')

/** Tells what becomes of the places that not every contact has a value for. */
export function OtherFields({ text }: { readonly text: string }) {
  const others = variablesOf(text).filter(({ name }) => !own.has(name))
  return (
    <p role="status" className={others.length > 0 ? styles.others : 'visually-hidden'}>
      {others.length > 0 &&
        `${listed.format(others.map(({ name }) => `{${name}}`))}: em uma campanha, o que diz a coluna da lista com este nome; no chat, você completa antes de enviar.`}
    </p>
  )
}
