import { useState } from 'react'
import type { MessageTemplate } from '#contract/campaigns/message-template.ts'
import { renderKnown, type TemplateContact } from '#contract/campaigns/template.ts'
import { useTemplates } from '../../../../api/campaigns/message-templates.ts'
import { findTemplates, inOrder } from '../../../../parts/templates/template-search.ts'
import { noteUse, usesOf } from '../../../../parts/templates/template-uses.ts'
import { plainTextOf } from '../../../../parts/whatsapp-text/whatsapp-markup.ts'
import { useSession } from '../../../../session/session.ts'
import type { Option } from '../../../../ui/lists/option-list.tsx'
import type { Person } from '../../people.ts'
import { useChatContact } from './use-chat-contact.ts'

/** One template, or the way to a new one where none is found. */
export type TemplateOption = Option & { readonly template: MessageTemplate | null }

/** Enough for one line of any screen. */
const HINT_LENGTH = 200

function creationOf(search: string): TemplateOption {
  const hint = search === '' ? 'Guarde um texto que você usa sempre' : `Com o nome “${search}”`
  return { id: 'novo', label: 'Criar modelo', hint, template: null }
}

/** The templates that a search offers in the chat with a person, and the one that keys would take. */
export function useTemplateOptions({
  person,
  search,
  isOpen,
}: {
  readonly person: Person
  readonly search: string
  readonly isOpen: boolean
}) {
  const userId = useSession()?.user.id ?? ''
  const { templates, error, isLoading, retry } = useTemplates({ isWanted: isOpen })
  const contact = useChatContact(person, { isWanted: isOpen })
  const [chosen, setChosen] = useState({ search, at: -1 })
  const found = templates ? findTemplates(inOrder(templates, 'usados', usesOf(userId)), search) : []
  const options =
    templates && found.length === 0 ? [creationOf(search)] : found.map(optionFor(contact))
  // Enter behind words that find nothing makes no template: that is chosen by an arrow.
  const first = found.length > 0 || templates?.length === 0 ? 0 : -1
  const at = chosen.search === search && chosen.at >= 0 ? chosen.at : first
  const active = options[Math.min(at, options.length - 1)]
  const step = (by: 1 | -1) => {
    const count = options.length
    if (count > 0) setChosen({ search, at: (Math.max(at, by === 1 ? -1 : 0) + by + count) % count })
  }
  return {
    options,
    active,
    step,
    contact,
    foundCount: found.length,
    count: templates?.length,
    error: isLoading ? undefined : error,
    retry,
    noteUse: (template: MessageTemplate) => noteUse(userId, template.id, Date.now()),
  }
}

export type TemplateOptions = ReturnType<typeof useTemplateOptions>

/** Shows a text as the person will read it. */
function optionFor(contact: TemplateContact) {
  return (template: MessageTemplate): TemplateOption => ({
    id: template.id,
    label: template.name,
    hint: plainTextOf(renderKnown(template.text.slice(0, HINT_LENGTH), contact)),
    template,
  })
}
