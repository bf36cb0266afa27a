import { TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import type { Warning } from '#contract/campaigns/campaign-preview.ts'
import { foldName, ownVariables } from '#contract/campaigns/template.ts'
import { TEXT_MAX_LENGTH } from '#contract/limits.ts'
import { optOutFooter } from '#contract/optouts/opt-out-words.ts'
import { formatCount, formatQuantity } from '../../../format.ts'
import { TextAreaField } from '../../../ui/forms/field.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import styles from './fields.module.css'
import { ImageField } from './image-field.tsx'
import { Section } from './section.tsx'
import type { SectionProps } from './section-props.ts'
import type { useImage } from './use-image.ts'

/** The text, with the names that change from contact to contact, and the image above it. */
export function MessageSection({
  draft,
  change,
  errors,
  columns,
  warnings,
  image,
}: SectionProps & {
  readonly columns: readonly string[]
  readonly warnings: readonly Warning[]
  readonly image: ReturnType<typeof useImage>
}) {
  const textRef = useRef<HTMLTextAreaElement>(null)
  const insert = (variable: string) => {
    const area = textRef.current
    if (!area) return
    area.focus()
    area.setRangeText(variable, area.selectionStart, area.selectionEnd, 'end')
    change({ text: area.value })
  }
  return (
    <Section number={3} title="Mensagem">
      <div className={styles.stack}>
        <TextAreaField
          ref={textRef}
          label="Texto"
          name="texto"
          rows={6}
          value={draft.text}
          maxLength={TEXT_MAX_LENGTH}
          required
          placeholder="Oi, {primeiro_nome}! Temos uma novidade para você."
          error={errors.texto}
          hint={<TextCount text={draft.text} />}
          onChange={({ target }) => change({ text: target.value })}
        />
        <fieldset className={styles.variables}>
          <legend className="visually-hidden">Inserir no texto</legend>
          {[...new Set([...ownVariables, ...columns.map(foldName)])].map((name) => (
            <button
              key={name}
              type="button"
              className={styles.variable}
              onClick={() => insert(`{${name}}`)}
            >
              {`{${name}}`}
            </button>
          ))}
        </fieldset>
        {warnings.length > 0 && (
          <ul className={styles.warnings} aria-label="Avisos sobre o texto">
            {warnings.map(({ variable, message }) => (
              <li key={variable}>
                <TriangleAlert size={14} aria-hidden />
                {message}
              </li>
            ))}
          </ul>
        )}
        <Switch
          label={`Acrescentar “${optOutFooter}”`}
          isOn={draft.hasOptOutFooter}
          onChange={(hasOptOutFooter) => change({ hasOptOutFooter })}
        />
      </div>
      <ImageField draft={draft} change={change} error={errors.imagem} image={image} />
    </Section>
  )
}

/** How close to the limit the limit is shown. */
const NEAR_LIMIT = 1_000

function TextCount({ text }: { readonly text: string }) {
  const count = formatQuantity(text.length, 'caractere', 'caracteres')
  const isNear = text.length > TEXT_MAX_LENGTH - NEAR_LIMIT
  return (
    <>
      {isNear ? `${count} de ${formatCount(TEXT_MAX_LENGTH)}` : count} · *negrito* _itálico_
      ~riscado~
    </>
  )
}
