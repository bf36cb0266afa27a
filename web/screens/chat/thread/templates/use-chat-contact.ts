import type { TemplateContact } from '#contract/campaigns/template.ts'
import { isPersonJid, phoneOfJid } from '#contract/jid.ts'
import { usePersonFields } from '../../../../api/person-fields.ts'
import type { Person } from '../../people.ts'

/** What a template's places are filled with in a chat: nothing in a group's. */
export function useChatContact(
  { remoteJid, contactName, pushName }: Person,
  { isWanted }: { readonly isWanted: boolean },
): TemplateContact {
  const isPerson = isPersonJid(remoteJid)
  const phone = phoneOfJid(remoteJid)
  const known = usePersonFields(isWanted && isPerson ? (phone ?? remoteJid) : null)
  if (!isPerson) return { name: '', phone: '' }
  return {
    name: contactName || known?.name || calledSo(pushName),
    phone: phone ?? known?.phone ?? '',
    fields: known?.fields,
  }
}

/** The name that people gave themselves, unless it is none: many are a sign or an emoji. */
function calledSo(pushName: string | null): string {
  return pushName !== null && /\p{L}{2}/u.test(pushName) ? pushName : ''
}
