/** How wide the page in memory is, for what asks media queries. */
export function setWidth(width: number): void {
  Reflect.get(document.defaultView ?? {}, 'happyDOM').setViewport({ width })
}
