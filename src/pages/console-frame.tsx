/** @jsxImportSource preact */
import { TOKEN_KEY } from '../contract/stored-session.ts'
import { brand } from './brand.ts'
import { PageStyle } from './page.tsx'

/**
 * The console's frame without what fills it, drawn by the document itself: a slow phone takes most
 * of a second until the scripts draw. They take its place with the same measures.
 */
export function ConsoleFrame() {
  return (
    <div class="frame" aria-hidden="true">
      <PageStyle text={frameStyle} />
      <div class="frame-side">
        <p>
          <i />
          {brand.name}
        </p>
      </div>
      <div>
        <div class="frame-top">
          <svg aria-hidden="true" width="18" height="18" viewBox="0 0 24 24">
            <path d="M4 5h16M4 12h16M4 19h16" />
          </svg>
        </div>
        <div class="frame-page">
          <i />
          <i />
          <i />
        </div>
      </div>
    </div>
  )
}

/** Tells the frame whether somebody is signed in. The content policy allows it by its hash. */
export const frameScript = `try {
  if (localStorage.getItem('${TOKEN_KEY}')) document.documentElement.dataset.session = ''
} catch {}
`

/** Measures of the frame that the scripts draw, in the units of the console's style sheet. */
export const frameStyle = `
.frame { display: none; grid-template-columns: 14.5rem minmax(0, 1fr); min-height: 100dvh; }
:root[data-session] .frame { display: grid; }
.frame-side { padding: var(--s5) var(--s3); border-right: 1px solid var(--line); }
.frame-side p {
  display: flex; align-items: center; gap: 10px; padding: 0 var(--s3) var(--s5);
  font-size: var(--text-lg); font-weight: 650; letter-spacing: -0.01em;
}
.frame-side i {
  width: 28px; height: 28px; border-radius: 8px;
  background: linear-gradient(140deg, var(--gold), var(--gold-deep));
}
.frame-top { display: flex; align-items: center; height: 58px; border-bottom: 1px solid var(--line); }
.frame-top svg {
  display: none; margin: 0 27px; fill: none; stroke: var(--text-2); stroke-width: 2; stroke-linecap: round;
}
.frame-page { display: grid; gap: var(--s5); max-width: 1280px; padding: var(--s6); }
.frame-page i {
  height: 18rem; max-width: 100%; border-radius: var(--r-sm); background: var(--surface-2);
}
.frame-page i:nth-child(1) { width: 14rem; height: 2rem; }
.frame-page i:nth-child(2) { height: 9rem; }
@media (max-width: 900px) {
  .frame { grid-template-columns: minmax(0, 1fr); }
  .frame-side { display: none; }
  .frame-top svg { display: block; }
  .frame-page { padding: var(--s5) var(--s4); }
}
`
