import { Fragment, type ReactNode } from 'react'
import { FoundText } from '../found-text.tsx'
import { type Block, type Entry, type Inline, readMarkup } from './whatsapp-markup.ts'
import styles from './whatsapp-text.module.css'

/** A text as WhatsApp shows it. */
export function WhatsappText({ text }: { readonly text: string }) {
  return (
    <div className={styles.text}>
      {readMarkup(text).map((block) => (
        <BlockPart key={block.at} block={block} />
      ))}
    </div>
  )
}

function BlockPart({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'lines':
      return <p>{inlines(block.inside)}</p>
    case 'quote':
      return <blockquote>{lines(block.entries)}</blockquote>
    case 'bullets':
      return <ul>{items(block.entries)}</ul>
    case 'numbers':
      return <ol start={block.first}>{items(block.entries)}</ol>
  }
}

function items(entries: readonly Entry[]): ReactNode {
  return entries.map(({ at, inside }) => <li key={at}>{inlines(inside)}</li>)
}

function lines(entries: readonly Entry[]): ReactNode {
  return entries.map(({ at, inside }) => <p key={at}>{inlines(inside)}</p>)
}

function inlines(parts: readonly Inline[]): ReactNode {
  return parts.map((part) => <Fragment key={part.at}>{inline(part)}</Fragment>)
}

function inline(part: Inline): ReactNode {
  switch (part.kind) {
    case 'text':
      return <FoundText text={part.text} />
    case 'mono':
      return (
        <code>
          <FoundText text={part.text} />
        </code>
      )
    case 'bold':
      return <strong>{inlines(part.inside)}</strong>
    case 'italic':
      return <em>{inlines(part.inside)}</em>
    case 'strike':
      return <s>{inlines(part.inside)}</s>
    case 'link':
      return (
        <a href={part.href} target="_blank" rel="noopener noreferrer">
          <FoundText text={part.text} />
        </a>
      )
  }
}
