import { SampleCard, SampleRows, Samples } from './sample.tsx'

export function AccountTab() {
  return (
    <Samples>
      <SampleCard title="Perfil">
        <SampleRows
          rows={[
            { name: 'Nome', value: 'Ana Souza' },
            { name: 'E-mail', value: 'ana@loja.exemplo' },
            { name: 'Telefone', value: '55 61 99999-0000' },
            { name: 'Empresa', value: 'Loja Aurora' },
          ]}
        />
      </SampleCard>
      <SampleCard title="Preferências">
        <SampleRows
          rows={[
            { name: 'Idioma', value: 'Português (Brasil)' },
            { name: 'Fuso horário', value: 'Brasília (GMT-3)' },
          ]}
        />
      </SampleCard>
    </Samples>
  )
}
