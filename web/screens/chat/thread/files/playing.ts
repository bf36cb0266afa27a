/** What sounds on the page, a sound or a video: what begins silences what was before. */
let playing: HTMLMediaElement | null = null

export function nowPlays(element: HTMLMediaElement): void {
  if (playing !== element) playing?.pause()
  playing = element
}

/** It has left the page. */
export function playsNoMore(element: HTMLMediaElement): void {
  element.pause()
  if (playing === element) playing = null
}
