/** Whether a path is an address of a route, whose parameters begin with a colon. */
export function isAt(route: string, path: string): boolean {
  const parts = path.split('/')
  const wanted = route.split('/')
  return (
    parts.length === wanted.length &&
    wanted.every((part, place) =>
      part.startsWith(':') ? parts[place] !== '' : part === parts[place],
    )
  )
}
