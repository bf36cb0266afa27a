/** @jsxImportSource preact */
import { renderToString } from 'preact-render-to-string'
import { formatCount, formatPhone, formatSendTime } from '../contract/display.ts'
import { type Send, sendStatusLabels } from '../contract/send.ts'

/** A status of a send, with the accepted ones that reached the phone told apart. */
const stateLabels = { ...sendStatusLabels, delivered: 'Entregue' } as const
export type SendState = keyof typeof stateLabels

/** One send as the report shows it. */
export type ReportRow = {
  /** From 1, in the order of sending. */
  readonly place: number
  readonly send: Send
  /** When the report was made: the send itself may have moved on since. */
  readonly state: SendState
  readonly hasReplied: boolean
}

/** Rows of the table of sends; a long report is rendered some hundred at a time. */
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
        {hasReplied && <small>respondeu</small>}
      </td>
      <td class="time">{isSettled && send.sentAt !== null ? formatSendTime(send.sentAt) : '–'}</td>
      <td>{(isSettled && send.errorText) || '–'}</td>
    </tr>
  )
}
