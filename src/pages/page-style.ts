/**
 * The one style sheet of server-rendered pages. It stands inside each page, so that a page needs no
 * second request; the content policy allows exactly this text by its hash.
 */
export const pageStyle = `
:root {
  color-scheme: dark light;
  --bg: #0f0e0c; --surface: #171512; --surface-2: #1f1c18; --line: #322d26;
  --text: #f4efe6; --text-2: #b9b0a1; --gold: #d9b45b; --gold-soft: rgb(217 180 91 / 0.14);
  --font: "Inter Variable", system-ui, sans-serif; --mono: ui-monospace, monospace;
}
@media (prefers-color-scheme: light) {
  :root {
    --bg: #faf7f1; --surface: #ffffff; --surface-2: #f6f1e7; --line: #e4dccb;
    --text: #1d1a15; --text-2: #565044; --gold: #6f520f; --gold-soft: rgb(200 160 68 / 0.18);
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); font: 0.9375rem/1.6 var(--font); }
main { max-width: 64rem; margin: 0 auto; padding: 48px 16px; }
h1 { font-size: 1.875rem; line-height: 1.2; margin: 0 0 16px; }
h2 { font-size: 1.125rem; margin: 48px 0 12px; }
h3 { font-size: 0.9375rem; margin: 0; font-weight: 500; }
p { margin: 0 0 12px; color: var(--text-2); max-width: 46rem; }
a { color: var(--gold); }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--gold); outline-offset: 2px; }
code { font-family: var(--mono); font-size: 0.875em; overflow-wrap: anywhere; }
pre {
  font: 0.8125rem/1.5 var(--mono); margin: 8px 0; white-space: pre-wrap; overflow-wrap: anywhere;
}
ul { padding-left: 20px; color: var(--text-2); }
nav ul { display: flex; flex-wrap: wrap; gap: 8px; margin: 24px 0 0; padding: 0; list-style: none; }
nav a {
  display: inline-block; padding: 8px 12px; border: 1px solid var(--line); border-radius: 10px;
  background: var(--surface); text-decoration: none;
}
section { scroll-margin-top: 16px; }
section > article {
  background: var(--surface); border: 1px solid var(--line); border-radius: 10px;
  padding: 16px; margin: 0 0 8px;
}
article p { margin: 4px 0 8px; }
.method {
  display: inline-block; padding: 0 8px; margin-right: 8px; border-radius: 6px;
  background: var(--gold-soft); color: var(--gold); font: 600 0.75rem/1.7 var(--mono);
}
table { width: 100%; border-collapse: collapse; font-size: 0.8125rem; }
caption { text-align: left; color: var(--text-2); padding: 8px 0 4px; }
th, td {
  text-align: left; vertical-align: top; padding: 6px 12px 6px 0;
  border-top: 1px solid var(--line); font-weight: 400;
}
.halves { table-layout: fixed; }
summary { cursor: pointer; color: var(--text-2); }
@media (max-width: 40rem) { main { padding: 24px 16px; } }
`
