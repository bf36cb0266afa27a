import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { Warning } from '#contract/campaigns/campaign-preview.ts'
import type { Contact } from '#contract/contacts/contact-list.ts'
import { VARIANTS_MAX } from '#contract/limits.ts'
import { MessageEditor } from '../../../parts/message-editor/message-editor.tsx'
import { withFallback } from '../../../parts/message-editor/text-edits.ts'
import { Button } from '../../../ui/forms/button.tsx'
import styles from './fields.module.css'
import type { SectionProps } from './section-props.ts'
import { TextWarnings } from './text-warnings.tsx'

/** Further texts beside the main one: each person gets one of them all. */
export function VariantFields({
  draft: { variants },
  change,
  errors,
  warnings,
  columns,
  contact,
  onArea,
  onShow,
  onRemoved,
}: SectionProps & {
  readonly warnings: readonly Warning[]
  readonly columns: readonly string[]
  readonly contact: Contact | undefined
  /** Called with the field of each text, by the number of the text. */
  readonly onArea: (number: number, area: HTMLTextAreaElement | null) => void
  /** Called with the number of the text that is being written. */
  readonly onShow: (number: number) => void
  /** Called when a text was taken away, and the focus with it. */
  readonly onRemoved: () => void
}) {
  const added = useRef<number | null>(null)
  const add = () => {
    added.current = variants.length + 2
    change({ variants: [...variants, ''] })
  }
  const takeArea = (number: number, area: HTMLTextAreaElement | null) => {
    onArea(number, area)
    if (area === null || added.current !== number) return
    added.current = null
    area.focus()
  }
  const write = (at: number, text: string) =>
    change({ variants: variants.map((each, place) => (place === at ? text : each)) })
  const remove = (place: number) => {
    change({ variants: variants.filter((_, each) => each !== place) })
    onShow(1)
    onRemoved()
  }
  return (
    <>
      {numbered(variants).map(([number, text]) => (
        <div key={number} className={styles.variant}>
          <MessageEditor
            ref={(area) => takeArea(number, area)}
            label={`Variação ${number}`}
            name={`variantes.${number - 2}`}
            rows={4}
            value={text}
            error={errors[`variantes.${number - 2}`]}
            columns={columns}
            contact={contact}
            onFocus={() => onShow(number)}
            onChange={(written) => write(number - 2, written)}
          />
          <TextWarnings
            label={`Avisos sobre a variação ${number}`}
            warnings={warnings.filter(({ variant }) => variant === number)}
            onFallback={(variable, fallback) =>
              write(number - 2, withFallback(text, variable, fallback))
            }
          />
          <Button
            look="quiet"
            icon={Trash2}
            aria-label={`Remover variação ${number}`}
            onClick={() => remove(number - 2)}
          >
            Remover
          </Button>
        </div>
      ))}
      {variants.length > 0 && (
        <p className={styles.note}>
          Cada pessoa recebe um dos {variants.length + 1} textos, por sorteio em partes iguais; o
          primeiro é a variação 1. Os detalhes da campanha comparam os resultados.
        </p>
      )}
      <div className={styles.addVariant}>
        <Button icon={Plus} disabled={variants.length >= VARIANTS_MAX} onClick={add}>
          {variants.length >= VARIANTS_MAX ? `Até ${VARIANTS_MAX} variações` : 'Adicionar variação'}
        </Button>
        {variants.length === 0 && <p>Outro texto, que uma parte das pessoas recebe.</p>}
      </div>
    </>
  )
}

function numbered(texts: readonly string[]): readonly (readonly [number: number, text: string])[] {
  return texts.map((text, place) => [place + 2, text])
}
