/**
 * Makes something of each object once, and keeps it for as long as the object lives: what a search
 * asks of thousands at every key would make typing lag.
 */
export function onceEach<Subject extends object, Made>(
  make: (subject: Subject) => Made,
): (subject: Subject) => Made {
  const known = new WeakMap<Subject, { readonly made: Made }>()
  return (subject) => {
    const kept = known.get(subject) ?? { made: make(subject) }
    known.set(subject, kept)
    return kept.made
  }
}
