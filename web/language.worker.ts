// A browser looks through all languages it knows before it writes its first number or date: a tenth
// of a second on a slow phone. It does so once for all threads, and nothing waits for this one.
new Intl.NumberFormat('pt-BR').format(0)
new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' }).format(0)
self.close()
