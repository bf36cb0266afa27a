import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import styles from './editor.module.css'

/** What shops and schools write; the system's own picker has all the others. */
const emoji = [
  ['😀', 'rosto sorridente'],
  ['😊', 'sorriso tímido'],
  ['😍', 'olhos de coração'],
  ['🥰', 'rosto com corações'],
  ['😉', 'piscadela'],
  ['😂', 'chorando de rir'],
  ['🤩', 'olhos de estrela'],
  ['😎', 'óculos escuros'],
  ['🤗', 'abraço'],
  ['🙏', 'mãos juntas'],
  ['👋', 'aceno'],
  ['👍', 'joinha'],
  ['👏', 'palmas'],
  ['💪', 'braço forte'],
  ['🤝', 'aperto de mãos'],
  ['👉', 'aponta para a direita'],
  ['👇', 'aponta para baixo'],
  ['❤️', 'coração vermelho'],
  ['💛', 'coração amarelo'],
  ['💚', 'coração verde'],
  ['✨', 'brilhos'],
  ['⭐', 'estrela'],
  ['🔥', 'fogo'],
  ['🎉', 'festa'],
  ['🎁', 'presente'],
  ['🎂', 'bolo'],
  ['🎄', 'árvore de natal'],
  ['🐣', 'pintinho'],
  ['🌹', 'rosa'],
  ['☀️', 'sol'],
  ['💰', 'dinheiro'],
  ['💳', 'cartão'],
  ['🛒', 'carrinho de compras'],
  ['🛍️', 'sacolas'],
  ['🏷️', 'etiqueta'],
  ['📦', 'pacote'],
  ['🚚', 'entrega'],
  ['🍕', 'pizza'],
  ['🍔', 'hambúrguer'],
  ['☕', 'café'],
  ['📅', 'calendário'],
  ['⏰', 'despertador'],
  ['⏳', 'ampulheta'],
  ['📍', 'local'],
  ['📞', 'telefone'],
  ['📱', 'celular'],
  ['💬', 'conversa'],
  ['📣', 'megafone'],
  ['📚', 'livros'],
  ['🎓', 'formatura'],
  ['✅', 'feito'],
  ['❌', 'xis'],
  ['⚠️', 'atenção'],
  ['❗', 'exclamação'],
  ['❓', 'interrogação'],
  ['➡️', 'seta'],
] as const

const COLUMNS = 8

/** A grid that arrows move in; a pick or Esc leads back to the text. */
export function EmojiPicker({
  id,
  onPick,
  onClose,
}: {
  readonly id: string
  readonly onPick: (emoji: string) => void
  readonly onClose: () => void
}) {
  const [at, setAt] = useState(0)
  const root = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    root.current?.querySelectorAll('button')[at]?.focus()
  }, [at])
  useEffect(() => {
    root.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => {
    const outside = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.parentElement?.contains(target)) onClose()
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [onClose])
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
      root.current?.parentElement?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
      return
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    setAt(Math.min(emoji.length - 1, Math.max(0, at + step)))
  }
  return (
    <fieldset ref={root} id={id} aria-label="Emojis" className={styles.emoji} onKeyDown={press}>
      {emoji.map(([sign, name], place) => (
        <button
          key={sign}
          type="button"
          tabIndex={place === at ? 0 : -1}
          aria-label={name}
          title={name}
          onClick={() => onPick(sign)}
        >
          {sign}
        </button>
      ))}
      <p>No seu teclado há mais: Win + . no Windows, Ctrl + ⌘ + Espaço no Mac.</p>
    </fieldset>
  )
}

const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: COLUMNS,
  ArrowUp: -COLUMNS,
}
