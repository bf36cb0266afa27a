/** The sound or video that plays on the page: one that begins pauses the one before. */
let playing: HTMLMediaElement | null = null

export function nowPlays(element: HTMLMediaElement): void {
  if (playing !== element) playing?.pause()
  playing = element
}

/** Stops and forgets an element that leaves the page. */
export function playsNoMore(element: HTMLMediaElement): void {
  element.pause()
  if (playing === element) playing = null
}
