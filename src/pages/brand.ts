/** How the product presents itself to browsers and systems, outside its own screens. */
export const brand = {
  name: 'disparo',
  description: 'Campanhas de WhatsApp no seu próprio servidor.',
  /** The surface behind everything, in each colour scheme: the same as the style sheets' `--bg`. */
  background: { dark: '#0f0e0c', light: '#faf7f1' },
} as const
