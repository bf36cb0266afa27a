import { useState } from 'react'
import { MessageByPerson } from '../../parts/phone/message-by-person.tsx'
import { sentTexts } from '../../parts/phone/sent-texts.ts'
import type { Audience } from './audience.ts'
import type { CampaignDraft } from './campaign-draft.ts'
import { startOf } from './submission.ts'

/** The message as the phone of each recipient will show it. */
export function MessagePreview({
  draft,
  audience: { chosen, contacts, plan, preview },
  nowMs,
  shownText,
  onShowText,
}: {
  readonly draft: CampaignDraft
  readonly audience: Audience
  readonly nowMs: number
  /** Number of the text, where there are several. */
  readonly shownText: number
  readonly onShowText: (number: number) => void
}) {
  const [wanted, setWanted] = useState(0)
  const count = preview?.recipients ?? chosen?.total ?? 0
  return (
    <MessageByPerson
      audience={count > 0 ? plan : null}
      first={contacts[0]}
      columns={preview?.columns ?? []}
      count={count}
      place={Math.min(wanted, Math.max(0, count - 1))}
      onPlace={setWanted}
      texts={sentTexts(draft)}
      shownText={shownText}
      onShowText={onShowText}
      image={draft.image}
      atMs={startOf(draft, nowMs) ?? nowMs}
      empty="A mensagem aparece aqui enquanto você escreve."
    />
  )
}
