/** @jsxImportSource preact */
import {
  type CampaignCounts,
  deliveryRate,
  readRate,
  replyRate,
} from '../contract/campaigns/campaign-counts.ts'
import type { VariantCounts } from '../contract/campaigns/variants.ts'
import { formatCount, formatPercent } from '../contract/display.ts'

/** The texts of a campaign: one, or all of them by their numbers. */
export function ReportTexts({
  text,
  variants,
}: {
  readonly text: string
  readonly variants: readonly string[]
}) {
  if (variants.length === 0) return text === '' ? null : <Texts heading="Mensagem" texts={[text]} />
  return <Texts heading="Mensagens" texts={[text, ...variants]} />
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
