import type { z } from 'zod'
import type {
  BusinessProfileJson,
  PrivacyJson,
  ProfileJson,
} from '../../contract/gateways/evolution-profile.ts'
import type { AnswerFields } from '../../domain/account-acts.ts'
import type { FoundProfile } from '../../domain/gateways/evolution-profile.ts'

/** Encodes profiles in the words of Evolution API. */

export function toProfile({
  jid,
  name,
  pictureUrl,
  about,
  business,
}: FoundProfile): z.infer<typeof ProfileJson> {
  return {
    ...{ wuid: jid, name, numberExists: true, picture: pictureUrl, status: statusOf(about) },
    isBusiness: business !== null,
    ...(business && {
      email: business.email,
      description: business.description,
      website: business.website,
    }),
  }
}

function statusOf(about: FoundProfile['about']): z.infer<typeof ProfileJson>['status'] {
  if (about === null || typeof about === 'string') return about
  return { status: about.status ?? '', setAt: about.setAt ?? '' }
}

export function toBusinessProfile(
  { jid, business }: { readonly jid: string; readonly business: AnswerFields | null },
  number: string | null,
): z.infer<typeof BusinessProfileJson> {
  if (!business) {
    const message = 'Não é um perfil comercial.'
    return { isBusiness: false, message, jid, exists: true, number: number ?? jid }
  }
  const { website, ...fields } = business
  return { isBusiness: true, wid: jid, ...fields, website: website ? [website] : [] }
}

export function toPrivacy(found: AnswerFields): z.infer<typeof PrivacyJson> {
  const { readreceipts, profile, status, online, last, groupadd } = found
  return { readreceipts, profile, status, online, last, groupadd }
}
