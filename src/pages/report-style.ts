/** The style sheet of the printed results: ink on paper, also on the screen. */
export const reportStyle = `
@page { size: A4; margin: 16mm 14mm 18mm; @bottom-left { content: "disparo"; font: 8pt sans-serif; color: #6d6557; } @bottom-right { content: "Página " counter(page) " de " counter(pages); font: 8pt sans-serif; color: #6d6557; } }
:root {
  color-scheme: light;
  --paper: #ffffff; --desk: #f6f1e7; --ink: #1d1a15; --ink-2: #565044; --line: #d9d0bf;
  --gold: #a67f22; --gold-soft: #f3e8cd; --danger: #a8321f;
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--desk); color: var(--ink);
  font: 400 0.875rem/1.5 "Inter Variable", system-ui, sans-serif;
}
main { max-width: 60rem; margin: 0 auto; padding: 40px; background: var(--paper); min-height: 100vh; }
header { border-bottom: 2px solid var(--gold); padding-bottom: 16px; margin-bottom: 24px; }
header p { margin: 0; color: var(--ink-2); }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 4px 0 8px; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 32px 0 8px; break-after: avoid; }
dl { display: grid; grid-template-columns: max-content 1fr max-content 1fr; gap: 6px 16px; margin: 0; }
dt { color: var(--ink-2); }
dd { margin: 0; overflow-wrap: anywhere; }
.text {
  margin: 0; padding: 12px 16px; border-left: 3px solid var(--gold); background: var(--desk);
  white-space: pre-wrap; overflow-wrap: anywhere;
}
.text-number { margin: 8px 0 4px; color: var(--ink-2); }
.rate { font-size: 1.5rem; font-weight: 600; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--ink-2); padding-bottom: 8px; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th, td { text-align: left; vertical-align: top; padding: 5px 12px 5px 0; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { font-weight: 600; border-bottom: 2px solid var(--line); white-space: nowrap; }
.number { text-align: right; white-space: nowrap; }
.bar { width: 45%; }
.bar svg { display: block; width: 100%; height: 10px; margin-top: 5px; }
.bar rect { fill: var(--gold-soft); }
.bar rect + rect { fill: var(--gold); }
.sends { font-size: 0.8125rem; }
.sends td { overflow-wrap: anywhere; }
.sends .time { white-space: nowrap; }
.sends small { display: block; color: var(--ink-2); font-size: 1em; }
.error { color: var(--danger); }
@media (max-width: 40rem) {
  main { padding: 20px 16px; overflow-x: auto; }
  dl { grid-template-columns: max-content 1fr; }
}
@media screen and (max-width: 40rem) {
  .sends, .sends caption, .sends tbody { display: block; }
  .sends thead { position: absolute; overflow: hidden; width: 1px; height: 1px; clip-path: inset(50%); }
  .sends tr { display: grid; grid-template-columns: 2.5rem minmax(0, 1fr) auto; padding: 8px 0; border-bottom: 1px solid var(--line); }
  .sends td { padding: 0 12px 0 0; border: 0; }
  .sends td:nth-child(3) { padding-right: 0; text-align: right; }
  .sends td:nth-child(n + 4) { grid-column: 2 / -1; color: var(--ink-2); }
}
@media print {
  body { background: none; font-size: 9pt; }
  main { max-width: none; padding: 0; min-height: 0; }
  .sends { font-size: 8pt; }
  .text { background: none; }
}
`
