/** @jsxImportSource preact */
import { renderToString } from 'preact-render-to-string'
import { type Send, sendStatusLabels } from '../contract/campaigns/send.ts'
import { formatCount, formatPhone, formatSendTime } from '../contract/display.ts'

/** Labels of a send's states; accepted messages that reached the phone have one of their own. */
const stateLabels = { ...sendStatusLabels, delivered: 'Entregue' } as const
export type SendState = keyof typeof stateLabels

/** One send as the report shows it. */
export type ReportRow = {
  /** Number of the row, from 1, in the order of sending. */
  readonly place: number
  readonly send: Send
  /** State when the report was made: it may have changed since. */
  readonly state: SendState
  readonly hasReplied: boolean
}

/** Renders rows of the table of sends; a long report is rendered a few hundred at a time. */
export function renderReportRows(rows: readonly ReportRow[]): string {
  return rows.map((row) => renderToString(<Row {...row} />)).join('')
}

function Row({ place, send, state, hasReplied }: ReportRow) {
  const isSettled = state !== 'sending'
  return (
    <tr>
      <td class="number">{formatCount(place)}</td>
      <td>
        {send.name}
        <small>{formatPhone(send.contact)}</small>
      </td>
      <td class={state === 'error' ? 'error' : undefined}>
        {stateLabels[state]}
        {hasReplied && <small>{replyWords(send)}</small>}
      </td>
      <td class="time">{isSettled && send.sentAt !== null ? formatSendTime(send.sentAt) : '–'}</td>
      <td>{(isSettled && send.errorText) || '–'}</td>
    </tr>
  )
}

/** That somebody answered, and with what. */
function replyWords({ replyText }: Send): string {
  return replyText === null ? 'respondeu' : `respondeu: “${replyText}”`
}
