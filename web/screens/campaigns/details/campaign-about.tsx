import { audienceFacts } from '#contract/campaigns/audience-words.ts'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import type { CampaignMedium } from '#contract/campaigns/campaign-medium.ts'
import { withOptOutFooter } from '#contract/optouts/opt-out-words.ts'
import { useCampaigns } from '../../../api/campaigns/all-campaigns.ts'
import { useDevices } from '../../../api/devices.ts'
import { useListNames } from '../../../api/lists/contacts.ts'
import { imageSource } from '../../../api/uploads.ts'
import { formatDateTime } from '../../../format.ts'
import { FileTile } from '../../../parts/file-tile.tsx'
import { WhatsappText } from '../../../parts/whatsapp-text/whatsapp-text.tsx'
import { type Fact, factsOf, noListOf } from '../campaign-facts.ts'
import { hoursWords, intervalOf } from '../pace-words.ts'
import styles from './campaign-about.module.css'

/** The message as it stands on a phone. */
export function CampaignMessage({ campaign }: { readonly campaign: Campaign }) {
  const { medium, hasOptOutFooter = false } = campaign
  const texts = [campaign.text, ...(campaign.variants ?? [])]
    .map((text, place) => ({ number: place + 1, text: withOptOutFooter(text, hasOptOutFooter) }))
    .filter(({ text }) => text !== '')
  if (texts.length === 0 && !medium) return <p className={styles.noText}>Ainda sem mensagem.</p>
  return (
    <section
      aria-label="Mensagem"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={styles.phone}
    >
      {(texts.length > 0 ? texts : [{ number: 1, text: '' }]).map(({ number, text }) => (
        <div key={number} className={styles.bubble}>
          {texts.length > 1 && <small>Variação {number}</small>}
          {medium && <Medium medium={medium} />}
          {text !== '' && <WhatsappText text={text} />}
        </div>
      ))}
    </section>
  )
}

/** The file that goes with a message. */
export function Medium({ medium: { kind, url, attached } }: { readonly medium: CampaignMedium }) {
  if (kind === 'imagem') {
    return <img src={imageSource(url)} alt="Imagem da campanha" loading="lazy" />
  }
  const { fileName = '', bytes = null } = attached ?? {}
  return (
    <a href={imageSource(url)} download={fileName} className={styles.file}>
      <span className="visually-hidden">Baixar </span>
      <FileTile kind={kind} name={fileName} bytes={bytes} />
    </a>
  )
}

/** What a campaign is made of: whom it goes to, from where, when and how fast. */
export function CampaignFacts({ campaign }: { readonly campaign: Campaign }) {
  const devices = useDevices().data?.devices ?? []
  const { lists } = useListNames()
  const { data: campaigns } = useCampaigns()
  const facts: readonly Fact[] = [
    ...factsOf(campaign, devices),
    ...noListOf(campaign),
    ...audienceFacts(campaign, { lists, campaigns }),
    ...timesOf(campaign),
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function timesOf(campaign: Campaign): readonly Fact[] {
  const { startedAt, finishedAt } = campaign
  const facts: Fact[] = [{ name: 'Intervalo', value: intervalOf(campaign) }]
  const hours = hoursWords(campaign)
  if (hours) facts.push({ name: 'Horários', value: hours })
  if (startedAt) facts.push({ name: 'Início', value: formatDateTime(startedAt) })
  if (finishedAt) facts.push({ name: 'Fim', value: formatDateTime(finishedAt) })
  return facts
}
