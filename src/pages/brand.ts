/** Name and colours of the product for browsers and systems, outside its own screens. */
export const brand = {
  name: 'disparo',
  description: 'Campanhas de WhatsApp no seu próprio servidor.',
  /** Background colours: the same as the style sheets' `--bg`. */
  background: { dark: '#0f0e0c', light: '#faf7f1' },
} as const
