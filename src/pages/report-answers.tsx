/** @jsxImportSource preact */
import { type AnswerCounts, frequentAnswers } from '../contract/campaigns/answers.ts'
import { formatCount } from '../contract/display.ts'

/** How many said yes and no, and the short answers that came most often. */
export function AnswerResults({ answers }: { readonly answers: AnswerCounts | undefined }) {
  if (!answers) return null
  const rows: readonly (readonly [key: string, name: string, count: number])[] = [
    ['sim', 'Disseram SIM', answers.yesCount],
    ['nao', 'Disseram NÃO', answers.noCount],
    ...frequentAnswers(answers).map(({ text, count }) => [`:${text}`, `“${text}”`, count] as const),
  ]
  return (
    <>
      <h2>Respostas mais frequentes</h2>
      <table>
        <tbody>
          {rows.map(([key, name, count]) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td class="number">{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
