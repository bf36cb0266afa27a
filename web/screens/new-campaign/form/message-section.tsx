import { CircleCheck } from 'lucide-react'
import { useRef } from 'react'
import type { Warning } from '#contract/campaigns/campaign-preview.ts'
import type { Contact } from '#contract/contacts/contact-list.ts'
import { endsWithOptOutFooter, optOutFooter } from '#contract/optouts/opt-out-words.ts'
import { lazyPart } from '../../../lazy-part.tsx'
import type { useAttachment } from '../../../parts/attachment/use-attachment.ts'
import { MessageEditor } from '../../../parts/message-editor/message-editor.tsx'
import { withFallback } from '../../../parts/message-editor/text-edits.ts'
import { VariableChips } from '../../../parts/message-editor/variable-chips.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import styles from './fields.module.css'
import { ImageField } from './image-field.tsx'
import { Section } from './section.tsx'
import type { SectionProps, StepProps } from './section-props.ts'
import { TextWarnings } from './text-warnings.tsx'
import { VariantFields } from './variant-fields.tsx'

const TemplatesDialog = lazyPart(
  async () => (await import('../../../parts/templates/templates-dialog.tsx')).TemplatesDialog,
)

/** The text, with the names that change from contact to contact, and the image above it. */
export function MessageSection({
  draft,
  change,
  errors,
  isDone,
  columns,
  contact,
  warnings,
  image,
  shownText,
  onShowText,
}: StepProps & {
  readonly columns: readonly string[]
  /** The first of the list, for an example beside each variable. */
  readonly contact: Contact | undefined
  readonly warnings: readonly Warning[]
  readonly image: ReturnType<typeof useAttachment>
  /** Number of the text that the preview shows: the one that was written in last. */
  readonly shownText: number
  readonly onShowText: (number: number) => void
}) {
  const areas = useRef(new Map<number, HTMLTextAreaElement>())
  const takeArea = (number: number, area: HTMLTextAreaElement | null) => {
    if (area) areas.current.set(number, area)
    else areas.current.delete(number)
  }
  const insert = (variable: string) => {
    const number = areas.current.has(shownText) ? shownText : 1
    const area = areas.current.get(number)
    if (!area) return
    area.focus()
    area.setRangeText(variable, area.selectionStart, area.selectionEnd, 'end')
    change(changeOf(draft, number, area.value))
  }
  return (
    <Section number={3} title="Mensagem" isDone={isDone}>
      <div className={styles.stack}>
        <MessageEditor
          ref={(area) => takeArea(1, area)}
          label="Texto"
          name="texto"
          rows={6}
          value={draft.text}
          isRequired
          renderTemplates={(choice) => <TemplatesDialog {...choice} />}
          placeholder="Oi, {primeiro_nome}! Temos uma novidade para você."
          error={errors.texto}
          columns={columns}
          contact={contact}
          onFocus={() => onShowText(1)}
          onChange={(text) => change({ text })}
        />
        <VariableChips columns={columns} onInsert={insert} />
        <TextWarnings
          label="Avisos sobre o texto"
          warnings={warnings.filter(({ variant = 1 }) => variant === 1)}
          onFallback={(variable, fallback) =>
            change({ text: withFallback(draft.text, variable, fallback) })
          }
        />
        <VariantFields
          {...{ draft, change, errors, warnings, columns, contact }}
          onArea={takeArea}
          onShow={onShowText}
          onRemoved={() => areas.current.get(1)?.focus()}
        />
        {[draft.text, ...draft.variants].every(endsWithOptOutFooter) ? (
          <p className={styles.there}>
            <CircleCheck size={16} aria-hidden />
            {draft.variants.length > 0 ? 'Todos os textos já terminam' : 'O texto já termina'} com “
            {optOutFooter}”
          </p>
        ) : (
          <Switch
            label={`Acrescentar “${optOutFooter}”`}
            isOn={draft.hasOptOutFooter}
            onChange={(hasOptOutFooter) => change({ hasOptOutFooter })}
          />
        )}
      </div>
      <ImageField draft={draft} change={change} error={errors.imagem} image={image} />
    </Section>
  )
}

function changeOf(
  { variants }: SectionProps['draft'],
  number: number,
  text: string,
): Partial<SectionProps['draft']> {
  if (number === 1) return { text }
  return { variants: variants.map((each, place) => (place === number - 2 ? text : each)) }
}
