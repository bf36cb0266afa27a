import { FileText, Plus } from 'lucide-react'
import { EmptyState } from '../../ui/display/states.tsx'
import { Button } from '../../ui/forms/button.tsx'
import type { TemplateStart } from './template-dialog.tsx'
import { templateExamples } from './template-examples.ts'
import { TemplateText } from './template-text.tsx'
import styles from './templates-panel.module.css'

/** Where there is no template yet: what they are for, and texts to begin with. */
export function NoTemplates({ onCreate }: { readonly onCreate: (start?: TemplateStart) => void }) {
  return (
    <div className={styles.start}>
      <EmptyState
        icon={FileText}
        title="Nenhum modelo ainda"
        action={
          <Button look="primary" icon={Plus} onClick={() => onCreate()}>
            Criar modelo
          </Button>
        }
      >
        Guarde um texto que você usa sempre: ele serve em campanhas e, digitando /, no chat.
      </EmptyState>
      <section aria-label="Exemplos" className={styles.examples}>
        <p>Ou comece por um exemplo:</p>
        <ul>
          {templateExamples.map((example) => (
            <li key={example.name}>
              <button type="button" className={styles.example} onClick={() => onCreate(example)}>
                <b>{example.name}</b>
                <small>
                  <TemplateText text={example.text} />
                </small>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
