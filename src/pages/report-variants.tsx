/** @jsxImportSource preact */
import type { Campaign } from '../contract/campaigns/campaign.ts'
import {
  type CampaignCounts,
  deliveryRate,
  readRate,
  replyRate,
} from '../contract/campaigns/campaign-counts.ts'
import type { VariantCounts } from '../contract/campaigns/variants.ts'
import { formatCount, formatPercent } from '../contract/display.ts'
import { withOptOutFooter } from '../contract/optouts/opt-out-words.ts'

/** The texts of a campaign: one, or all of them by their numbers. */
export function ReportTexts({
  campaign: { text, variants = [], hasOptOutFooter = false },
}: {
  readonly campaign: Pick<Campaign, 'text' | 'variants' | 'hasOptOutFooter'>
}) {
  const [first = '', ...others] = [text, ...variants].map((each) =>
    withOptOutFooter(each, hasOptOutFooter),
  )
  if (others.length === 0) return first && <Texts heading="Mensagem" texts={[first]} />
  return <Texts heading="Mensagens" texts={[first, ...others]} />
}

function Texts({
  heading,
  texts,
}: {
  readonly heading: string
  readonly texts: readonly string[]
}) {
  return (
    <>
      <h2>{heading}</h2>
      {numbered(texts).map(([number, text]) => (
        <div key={number}>
          {texts.length > 1 && <p class="text-number">Variação {number}</p>}
          <p class="text">{text}</p>
        </div>
      ))}
    </>
  )
}

/** What became of each text, on the bases of the campaign's own rates. */
export function VariantResults({ variants }: { readonly variants: readonly VariantCounts[] }) {
  if (variants.length === 0) return null
  return (
    <>
      <h2>Resultado por variação</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Variação</th>
            {['Pessoas', 'Enviados', 'Entregues', 'Lidos', 'Respostas', 'Erros'].map((name) => (
              <th key={name} scope="col" class="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbered(variants).map(([number, counts]) => (
            <tr key={number}>
              <th scope="row">{number}</th>
              <td class="number">{formatCount(counts.recipientCount)}</td>
              <td class="number">{formatCount(counts.sentCount)}</td>
              <td class="number">
                {withRate(counts.deliveredCount, deliveryRate(counts), counts)}
              </td>
              <td class="number">{withRate(counts.readCount, readRate(counts), counts)}</td>
              <td class="number">{withRate(counts.replyCount, replyRate(counts), counts)}</td>
              <td class="number">{formatCount(counts.errorCount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function numbered<Item>(items: readonly Item[]): readonly (readonly [number, Item])[] {
  return items.map((item, place) => [place + 1, item])
}

function withRate(count: number, rate: number, { sentCount }: CampaignCounts): string {
  return sentCount === 0 ? formatCount(count) : `${formatCount(count)} (${formatPercent(rate)})`
}
