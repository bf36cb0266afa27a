import type { Terminal } from '../terminal/terminal.ts'

/** Colours that a camera reads whatever the terminal's own: white squares on black. */
const scannable = { on: '\u001b[97;40m', off: '\u001b[0m' }

/** Draws what a phone has to read or its owner to type, on stderr, and only when it changes. */
export function createPairingScreen({ note, isLive, screen }: Terminal) {
  let shown = ''
  let drawnRows = 0
  let isWaitingShown = false

  return { showQr, showCode, showWaiting }

  async function showQr(text: string | null): Promise<void> {
    if (text === null || text === shown) return
    const isFirst = shown === ''
    shown = text
    isWaitingShown = false
    const rows = await drawQr(text)
    const columns = Math.max(...rows.map((row) => row.length))
    if (isFirst) introduce({ columns, rows: rows.length })
    if (drawnRows > 0) erase(drawnRows)
    note(rows.map(paint).join('\n'))
    note('Este código se renova sozinho. Ctrl+C desiste.')
    const fits = columns <= screen.columns && rows.length + 2 <= screen.rows
    drawnRows = isLive && fits ? rows.length + 1 : 0
  }

  function showCode(code: string | null): void {
    if (code === null || code === shown) return
    const isFirst = shown === ''
    shown = code
    isWaitingShown = false
    if (isFirst) {
      note(
        'No WhatsApp do celular: Aparelhos conectados › Conectar um aparelho ›\nConectar com número de telefone.',
      )
    }
    note(`Código: ${code.length === 8 ? `${code.slice(0, 4)}-${code.slice(4)}` : code}`)
  }

  function showWaiting(): void {
    if (isWaitingShown || !isLive) return
    isWaitingShown = true
    note(shown === '' ? 'Conectando…' : 'Código lido. Conectando…')
  }

  function introduce({ columns, rows }: { readonly columns: number; readonly rows: number }): void {
    note('No WhatsApp do celular: Aparelhos conectados › Conectar um aparelho.')
    if (isLive && (columns > screen.columns || rows + 2 > screen.rows)) {
      note(
        `A janela é pequena para o código: aumente para ${columns} colunas e ${rows + 2} linhas, ` +
          'ou use --pairing-code.',
      )
    }
  }

  function paint(row: string): string {
    return isLive ? `${scannable.on}${row}${scannable.off}` : row
  }
}

async function drawQr(text: string): Promise<string[]> {
  const { default: qrcode } = await import('qrcode-terminal')
  return await new Promise((resolve) => {
    qrcode.generate(text, { small: true }, (drawing) => resolve(drawing.trimEnd().split('\n')))
  })
}

function erase(rows: number): void {
  process.stderr.write(`\u001b[${rows}A\u001b[0J`)
}
