import sharp from 'sharp'
import type { User } from '../daemon/user.ts'
import { aPdf } from '../uploads/samples.ts'
import type { Console } from './console.ts'

/** A talk in which every kind of file goes to and fro. */

export const SENDER = { phone: '5541955554444', name: 'Diego Prado' }

/** A second of a moving square, as WebM. */
const film = [
  'GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQRChYECGFOAZwEAAAAAAATmEU2bdLlNu4tTq4QVSalmU6yBbk',
  '27i1OrhBZUrmtTrIGTTbuLU6uEH0O2dVOsgdVNu4xTq4QcU7trU6yCBNTsrgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmoCrXsYMPQkBEiYREO4CTTYCGQ2hyb21lV0GGQ2hyb21lFlSua72uu9',
  'eBAXPFh5wElsJRwR+DgQFV7oEBhoVWX1ZQOOCesIGguoIBHFPAgQFVsJBVsYEBVbmBAlW6gQ1Vu4EBH0O2dQEAAAAA',
  'AAPz54EAoEEuoUC2gQAAAJAPAJ0BKqAAHAEKhwiFhYiZhIg4AgNEImALVXG+pqAmVtpndTUBMrbTO6moCZW2mVL7IE',
  '7XxsS5GVAMgfaL5OY4ixSUNCHV2KShoQ6uxSUNCHV2KShoQ6uxR0TfmKSL8jYSCKultVciOQHzBnBcb63RYeQNeIXH',
  '/GV1gCmiIXG+sT4eXg4A/teOm54jDPCCMT/Q5JuLkZskfIcgZ6RvNNggysRHdaXsccSU72DCud25FgB1ofKm8O6BAa',
  'XrsAsAnQEqoAAcAQqHCIWFiJmEiDgCAAYWBPcGgWSfa9ubJzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7',
  'Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh7Jzh5AP7rrgCgQI+h6YEAlgBxCQAqEcAAGAhBAm+gttwAhD',
  'l8HL4OXwcvg5fBy+Dl8HL4OXwcwRiKb2m3gd5TGMbU2424k200olqP0JzEx6eq7ChJZQ2intOkoBLooID+14z3VwvI',
  'PYnR0yyYzmXUAg0ehvpgAHWhnqac7oEBpZdxAgAqEcAAGAAYWC/0AAiAgQ0+TtnwAPuBAKBAg6HdgQEsANEJACoRwA',
  'AYABhpb2/oAMxSpUqVKlSpUqVKlSpUqrlJrp1VVCYQJH1rMIFMGJnNeavPlXb4JoQLk0c3J+GusLZBV9xYZY2BjZZ1',
  'BqSr7iwyoP7XjPdXC8QAdaGeppzugQGll3ECACoRwAAYABhYL/QACICBDT5O2fAA+4GWoECEod2BAcsA0QkAKhHAAB',
  'gAGGzP9AAA8lVVVKqqqpVVVVKqquCKRdXpljMYPpfv6PzgQpjlq+5wCk2h66iHs3X6RyXV6XcG5VIUhCqmFlVWVKqu',
  'QVVdAqqo/teM91cLxAB1oZ6mnO6BAaWXcQIAKhHAABgAGFgv9AAIgIENPk7Z8AD7ggEsoECPoeiBAlkA0QkAKhHAAB',
  'gAGRWn9AAF/9VSpT/qqVKf9VSpUH1qdz47i8mwBqTaAgV/+qECv/1QgV/+qECv/2GLZ/d706vH1rLl6fK1rARtgRZ+',
  'yAwABWgA/teM91cLyD9S6l7D62pzSVf4AHWhnqac7oEBpZdxAgAqEcAAGAAYWC/0AAiAgQ0+TtnwAPuCAcugQIuh5I',
  'EC7gCRCgAqEcAAGAAYhP/0AAHtVVVSqqqqlVVVVKqqyYpzve8dVN/ckKvYlxr1P8q12ZN2+t6qDfi56BUsDaLnobs5',
  'zghVVWr246tgwMNVZuOqrL5VVZMpqqD+14z3VwvFLEB1oZ6mnO6BAaWXcQIAKhHAABgAGFgv9AAIgIENPk7Z8AD7gg',
  'JZHFO7a427i7OBALeG94EB8YHV',
].join('')

/** Silence of this many seconds, as a WAV that every browser plays. */
export function silence(seconds: number): Buffer {
  const rate = 8_000
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + seconds * rate, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(seconds * rate, 40)
  return Buffer.concat([header, Buffer.alloc(seconds * rate, 128)])
}

export async function exchangeFiles(
  control: Console['control'],
  { user, device }: { readonly user: User; readonly device: string },
): Promise<void> {
  const photo = await sharp({
    create: { width: 900, height: 1_200, channels: 3, background: '#3d6b4f' },
  })
    .jpeg()
    .toBuffer()
  const from = { from: SENDER.phone, to: device, pushName: SENDER.name, text: '' }
  const sends = (file: Parameters<typeof control.sendInbound>[0]['file'], text = '') =>
    control.sendInbound({ ...from, text, ...(file && { file }) })
  await control.sendInbound({
    ...{ ...from, contact: { name: 'Secretaria da Escola Municipal', phone: '5561999990003' } },
  })
  await sends({
    ...{ kind: 'document', bytes: Buffer.from(aPdf).toString('base64') },
    ...{ mimeType: 'application/pdf', name: 'Declaração de matrícula assinada, 2026.pdf' },
  })
  await sends({ kind: 'video', bytes: film, mimeType: 'video/webm', seconds: 1 })
  await sends({
    ...{ kind: 'audio', bytes: silence(7).toString('base64') },
    ...{ mimeType: 'audio/ogg; codecs=opus', seconds: 7, isVoice: true },
  })
  const picture = {
    kind: 'image',
    bytes: photo.toString('base64'),
    mimeType: 'image/jpeg',
  } as const
  await sends(picture, 'O comprovante, como pediram')
  const imageUrl = await user.uploadImage(new Uint8Array(photo))
  await user.post('/api/whatsapp/send', {
    ...{ deviceId: device, to: SENDER.phone, text: 'Recebido, obrigada!', imageUrl },
  })
}
