import { expect, test } from 'vitest'
import { readYesOrNo } from '../../../src/domain/replies/yes-or-no.ts'

/** Answers as people give them to "Você vem à reunião?" or "Podemos confirmar?". */
const corpus = {
  yes: `Sim · SIM!! · sim. · siiim!!! · Simmm · s · Ss · *Sim* · _sim_ · Sim 👍 · ✅ sim · "Sim" · ＳＩＭ
    Sim, vou! · sim vou · Vou sim · Eu vou sim · Sim, eu vou · Sim, nós vamos · Vamos sim! · Sim, iremos
    Sim, estarei lá · Sim estaremos · Sim, confirmo · Confirmo, sim · Sim, confirmado · Confirmada, sim
    Sim, por favor · Quero sim 🙏 · sim quero · Sim, queremos · Sim, aceito · Sim, pode · Pode sim
    Sim, podem · Podemos sim · Posso sim · Sim, gostaria · Sim, com certeza · Com certeza sim · Sim, claro
    claro que sim · Lógico que sim! · Sim, obrigada · sim obg · Sim, muito obrigado · Com certeza que sim · Sim senhora
    Sim, professora · Sim tia · Sim prof · Oi, sim · Ok, sim · Sim ok · Sim, bom dia · Bom dia! Sim
    Confirmo · confirmado ✅ · Confirmada! · CONFIRMAR · Ok, confirmado · Pode confirmar · Podem confirmar 🙏
    Quero confirmar · Bom dia, confirmo · Confirmamos · Está confirmado · Confirmo a minha presença · Presença confirmada
    Boa tarde, sim, vou · Sim, sou eu · Sim, estou · Sim, recebi · Sim sim · sim, sim, vou · Blz, sim`,
  no: `Não · NÃO! · nao · Nao. · n · nn · naum · nãooo · *Não* · Não 😔 · NÃO, obrigada · Não obg
    nao quero · Não queremos · Não, não quero · Eu não · Não vou · Eu não vou · Não vamos · Não irei
    Não, não iremos · Não posso · Não posso ir · Não poderei ir · Não poderemos participar
    Não vou poder ir · Não vou conseguir ir · Infelizmente não · Infelizmente não posso · Não, desculpe
    Desculpa, não vou · claro que não · Com certeza não · Não, senhora · Não professora · Não, bom dia
    Bom dia, não vou · Não aceito · Não confirmo · Não confirmamos · Não quero confirmar · Não, não confirmo · Não, grata · Não não · Oi, não · Não, muito obrigado`,
  neither: `Sim? · Sim ou não? · sim ou não · Vou sim? · Não? · Não vou? · Sim e não · Não, vou sim · Sim, não vou
    Sim, mas só à tarde · Sim, se der · Sim, porém · Acho que sim · Acho que não · Talvez sim · Talvez
    Creio que sim · Espero que sim · Diz que sim · Quem disse sim · Não disse sim · Nem sim nem não
    Sim, amanhã · Sim, à tarde · Sim, tarde · Sim, dois · Sim 2 · 1 sim · Sim, cancelar · Sim quero cancelar
    Sim, vou tentar · Sim, vou ver · Sim, quase · Sim, menos eu · Sim só ela · Sim, meu marido · Já sim
    Sim, quero sair · Sim quero saber mais · Sim, qual horário · Sim, onde · Sim, quanto · Sim já paguei
    Ainda não · Hoje não · Agora não · Não sei · não sei ainda · não recebi · Não entendi · Não é aqui · Não sou eu
    Não conheço · Não consigo abrir · Não abriu · Não posso hoje · Não pode · Não pode faltar · Não precisa
    Por que não · Por que não vou · Como não · Não me mande mais · Não quero mais · Não falte · Não vejo a hora
    Não vou faltar · Não vou perder · Não tem problema · Não esqueço · Não é não · Não tenho dúvida · Não só eu
    Não, é claro que vou · Não é claro · Pois não · Não perco por nada · Senão · Né · Nada · Nunca
    simples · Simone · Simples assim · assim · Assim sim · Assim não · sms · sem · S.A. · S2 · N1 · Com sim
    Vou confirmar · Confirmado? · Pode confirmar? · Confirmo depois · Confirmo amanhã · Ainda não confirmado
    Não confirmado · Confirmo que não · Não vou confirmar · Quem confirma · Preciso confirmar · Irei confirmar
    quero · vou · Claro · Com certeza · Pode ser · Ok · Blz · 👍 · 👎 · 1 · 2 · Obrigada · Bom dia
    SAIR · VOLTAR · Parar · Quem é · Oi · Boa noite · Áudio · Que sim · Que não · Claro que · ! · ...`,
} as const

test.each(Object.entries(corpus))(
  'of what people answer, these are read as %s',
  (kind, answers) => {
    const texts = answers.split(/[·\n]/u).map((text) => text.trim())
    const wrong = texts.filter((text) => (readYesOrNo(text) ?? 'neither') !== kind)
    expect(wrong).toEqual([])
    expect(texts.length).toBeGreaterThan(40)
  },
)
