import type { Terminal } from '../terminal/terminal.ts'

/** Colours that a camera reads whatever the terminal's own: white squares on black. */
const scannable = { on: '\u001b[97;40m', off: '\u001b[0m' }

/** Draws what a phone has to read or its owner to type, on stderr, and only when it changes. */
export function createPairingScreen(terminal: Terminal, pageUrl: string) {
  const { note, isLive, isJson } = terminal
  let shown = ''
  let drawnRows = 0
  let isWaitingShown = false
  let isPointed = false

  return { showQr, showCode, showWaiting }

  async function showQr(text: string | null): Promise<void> {
    if (text === null || text === shown) return
    const isFirst = shown === ''
    shown = text
    isWaitingShown = false
    // The program that runs this command draws the code itself.
    if (isJson && !isLive) return note(`QR: ${text}`)
    const rows = await drawQr(text)
    const columns = Math.max(...rows.map((row) => row.length))
    if (isFirst) note('No WhatsApp do celular: Aparelhos conectados › Conectar um aparelho.')
    const { screen } = terminal
    if (isLive && (columns > screen.columns || rows.length + 2 > screen.rows)) {
      return pointElsewhere({ columns, rows: rows.length })
    }
    if (drawnRows > 0) erase(drawnRows)
    note(rows.map(paint).join('\n'))
    note('Este código se renova sozinho. Ctrl+C desiste.')
    drawnRows = isLive ? rows.length + 1 : 0
  }

  /** Names the page with the code where it does not fit: no phone can read half of it. */
  function pointElsewhere({ columns, rows }: { readonly columns: number; readonly rows: number }) {
    drawnRows = 0
    if (isPointed) return
    isPointed = true
    note(`O código não cabe nesta janela. Leia-o no navegador: ${pageUrl}`)
    note(
      `Ou aumente a janela para ${columns} colunas e ${rows + 2} linhas, ou use --pairing-code. Ctrl+C desiste.`,
    )
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
