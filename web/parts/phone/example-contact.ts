import type { Contact } from '#contract/contacts/contact-list.ts'

/** Who gets a message in a preview while nobody is known to get it. */
export const exampleContact: Contact = { name: 'Maria Silva', phone: '5511987654321' }
