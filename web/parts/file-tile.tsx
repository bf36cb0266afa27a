import { AudioLines, FileText, Film, Image, type LucideIcon } from 'lucide-react'
import { type AttachmentKind, attachmentLabels } from '#contract/uploads/attachment.ts'
import { formatBytes } from '../format.ts'
import styles from './file-tile.module.css'

const icons: Readonly<Record<AttachmentKind, LucideIcon>> = {
  imagem: Image,
  video: Film,
  audio: AudioLines,
  documento: FileText,
}

/** A message's file as a phone shows it before it is opened. */
export function FileTile({
  kind,
  name,
  bytes,
}: {
  readonly kind: AttachmentKind
  readonly name: string
  readonly bytes: number | null
}) {
  const facts = [attachmentLabels[kind], bytes !== null && formatBytes(bytes)].filter(Boolean)
  return (
    <div className={styles.tile}>
      <FileIcon kind={kind} />
      <div className={styles.facts}>
        <span>{name}</span>
        <small>{facts.join(' · ')}</small>
      </div>
    </div>
  )
}

export function FileIcon({ kind }: { readonly kind: AttachmentKind }) {
  const Icon = icons[kind]
  return <Icon size={24} aria-hidden className={styles.icon} />
}
