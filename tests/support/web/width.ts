/** Sets the width of the page in memory, for media queries. */
export function setWidth(width: number): void {
  Reflect.get(document.defaultView ?? {}, 'happyDOM').setViewport({ width })
}
