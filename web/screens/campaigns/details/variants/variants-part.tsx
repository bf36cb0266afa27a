import type { Campaign } from '#contract/campaigns/campaign.ts'
import { deliveryRate, readRate, replyRate } from '#contract/campaigns/campaign-counts.ts'
import { isOver } from '#contract/campaigns/campaign-status.ts'
import type { VariantCounts } from '#contract/campaigns/variants.ts'
import { formatCount, formatShare } from '../../../../format.ts'
import { WideBox } from '../../../../ui/display/wide-box.tsx'
import { clearLeader } from './clear-leader.ts'
import styles from './variants-part.module.css'

/** What became of each text of a campaign, side by side, on the bases of its own counts. */
export function VariantsPart({ campaign }: { readonly campaign: Campaign }) {
  const { variantCounts = [] } = campaign
  if (variantCounts.length === 0) return null
  return (
    <section aria-labelledby="variacoes" className={styles.part}>
      <h3 id="variacoes">Resultado por variação</h3>
      <WideBox label="Tabela de variações">
        <table data-live>
          <thead>
            <tr>
              {['Variação', 'Pessoas', 'Enviados', 'Entregues', 'Lidos', 'Respostas', 'Erros'].map(
                (name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {variantCounts
              .map((counts, place) => ({ ...counts, number: place + 1 }))
              .map((counts) => (
                <tr key={counts.number}>
                  <th scope="row">{counts.number}</th>
                  <td>{formatCount(counts.recipientCount)}</td>
                  <td>{formatCount(counts.sentCount)}</td>
                  <td>{share(counts, counts.deliveredCount, deliveryRate(counts))}</td>
                  <td>{share(counts, counts.readCount, readRate(counts))}</td>
                  <td>{share(counts, counts.replyCount, replyRate(counts))}</td>
                  <td>{formatCount(counts.errorCount)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </WideBox>
      <p className={styles.verdict}>{verdictOf(campaign, variantCounts)}</p>
    </section>
  )
}

function share({ sentCount }: VariantCounts, count: number, rate: number): string {
  return sentCount === 0 ? formatCount(count) : `${formatCount(count)} (${formatShare(rate)})`
}

/** Tells one text from the others only where chance does not explain it. */
function verdictOf(campaign: Campaign, variants: readonly VariantCounts[]): string {
  if (!isOver(campaign)) return 'A campanha ainda não terminou: os números podem mudar.'
  const replied = clearLeader(variants, 'replyCount')
  if (replied !== null) {
    return `A variação ${replied} teve mais respostas que as outras, além do que o acaso explica.`
  }
  const wasRead = clearLeader(variants, 'readCount')
  if (wasRead !== null) {
    return `A variação ${wasRead} foi mais lida que as outras, além do que o acaso explica.`
  }
  return 'As diferenças podem ser acaso: estes números não bastam para dizer qual texto é melhor.'
}
