import { FlaskConical, RotateCcw, SendHorizontal } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { BotTrial } from '#contract/gateways/bot-trial.ts'
import { REPLY_CONTEXT_MESSAGES, REPLY_TRIAL_TEXT_LENGTH } from '#contract/limits.ts'
import { isSignedOut, sentenceOf } from '../../../api/calls/call-error.ts'
import { gatewayMessages } from '../../../gateway-messages.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import styles from './trial-box.module.css'

/** Exchanges that the trial keeps: as many as an answer takes into account. */
const KEPT_EXCHANGES = REPLY_CONTEXT_MESSAGES / 2

/** Something that was said in the trial. */
export type TrialTurn = { readonly role: 'user' | 'assistant'; readonly content: string }

type Exchange = {
  readonly id: number
  readonly text: string
  /** Null while it is on its way. */
  readonly outcome: { readonly trial: BotTrial } | { readonly failure: string } | null
}

/**
 * A box beside the form of a chatbot or assistant: what it would answer with what the form says
 * now. Nothing is saved, and nothing is sent to WhatsApp.
 */
export function TrialBox({
  attempt,
  wordsOf,
}: {
  /** Asks the server; null where the form has to be filled in first, which it then says itself. */
  readonly attempt: (text: string, before: readonly TrialTurn[]) => Promise<BotTrial> | null
  /** What to say of who answers, or why nobody does. */
  readonly wordsOf: (trial: BotTrial) => ReactNode
}) {
  const titleId = useId()
  const [text, setText] = useState('')
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([])
  const lastId = useRef(0)
  const talk = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLElement>(null)
  const isAsking = exchanges.some(({ outcome }) => outcome === null)
  const isTooSoon = text.trim() === '' || isAsking
  useEffect(() => {
    if (exchanges.length > 0) talk.current?.scrollTo({ top: talk.current.scrollHeight })
  }, [exchanges])

  const ask = async () => {
    if (isTooSoon) return
    const asked = attempt(text.trim(), exchanges.slice(1 - KEPT_EXCHANGES).flatMap(turnsOf))
    if (asked === null) return
    lastId.current += 1
    const id = lastId.current
    const end = (outcome: Exchange['outcome']) =>
      setExchanges((known) => known.map((each) => (each.id === id ? { ...each, outcome } : each)))
    setExchanges((known) => [
      ...known.slice(1 - KEPT_EXCHANGES),
      { id, text: text.trim(), outcome: null },
    ])
    setText('')
    try {
      end({ trial: await asked })
    } catch (error) {
      if (isSignedOut(error)) return
      end({ failure: sentenceOf(error, gatewayMessages.trials.failed) })
    }
  }
  // The button disappears with the exchanges that it clears, so the field gets the focus.
  const startOver = () => {
    setExchanges([])
    box.current?.querySelector('input')?.focus()
  }
  return (
    <section ref={box} className={styles.box} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h3 id={titleId}>Testar</h3>
        {exchanges.length > 0 && (
          <Button look="quiet" icon={RotateCcw} className={styles.again} onClick={startOver}>
            Recomeçar
          </Button>
        )}
        <p>Com o que está no formulário agora. Nada vai para o WhatsApp.</p>
      </div>
      <div ref={talk} className={styles.talk} role="log" aria-label="Teste" aria-busy={isAsking}>
        {exchanges.length === 0 && (
          <div className={styles.empty}>
            <FlaskConical size={24} aria-hidden />
            <p>Escreva como um cliente escreveria e veja a resposta antes de salvar.</p>
          </div>
        )}
        {exchanges.map((exchange) => (
          <TriedExchange key={exchange.id} exchange={exchange} wordsOf={wordsOf} />
        ))}
      </div>
      <form
        className={styles.ask}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void ask()
        }}
      >
        <TextField
          label="Mensagem de um cliente"
          className={styles.field}
          value={text}
          maxLength={REPLY_TRIAL_TEXT_LENGTH}
          autoComplete="off"
          placeholder="Qual é o preço?"
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" icon={SendHorizontal} isBusy={isAsking} disabled={isTooSoon}>
          Testar
        </Button>
      </form>
    </section>
  )
}

/** What failed was not said: it is asked again. */
function turnsOf({ text, outcome }: Exchange): readonly TrialTurn[] {
  if (outcome === null || 'failure' in outcome) return []
  const { answer } = outcome.trial
  const said = { role: 'user', content: text } as const
  if (answer === null) return [said]
  return [said, { role: 'assistant', content: answer.slice(0, REPLY_TRIAL_TEXT_LENGTH) }]
}

function TriedExchange({
  exchange: { text, outcome },
  wordsOf,
}: {
  readonly exchange: Exchange
  readonly wordsOf: (trial: BotTrial) => ReactNode
}) {
  return (
    <div className={styles.exchange}>
      <p className={styles.said}>{text}</p>
      {outcome === null && (
        <p className={styles.waiting}>
          <span className="visually-hidden">Esperando a resposta…</span>
          <span aria-hidden>● ● ●</span>
        </p>
      )}
      {outcome && 'failure' in outcome && <Notice tone="danger">{outcome.failure}</Notice>}
      {outcome && 'trial' in outcome && (
        <>
          {outcome.trial.answer !== null && <p className={styles.answer}>{outcome.trial.answer}</p>}
          {wordsOf(outcome.trial)}
        </>
      )}
    </div>
  )
}
