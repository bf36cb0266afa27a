import { z } from 'zod'
import { assistantApi } from '../../contract/api/gateways/assistant-api.ts'
import { type Agent, AgentJson, AgentsJson } from '../../contract/gateways/assistant.ts'
import type { Client } from '../client.ts'
import { connectSignedIn } from '../connect.ts'
import type { Context } from '../run.ts'
import { getAgent } from '../terminal/choose.ts'
import { formatTime } from '../terminal/format.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { formatRecord, formatTable } from '../terminal/table.ts'

export async function listAgents(context: Context): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const agents = await client.call(assistantApi.listAgents, {})
  const servedBy = await instancesByAgent(client)
  context.terminal.answer(z.encode(AgentsJson, agents), () =>
    agents.length === 0
      ? 'Nenhum assistente. Crie um no console, em Assistentes.'
      : formatTable(context.terminal, agents, [
          { header: 'Nome', value: ({ name }: Agent) => name, shrinksTo: 16 },
          { header: 'Modelo', value: ({ model }) => model, dropRank: 1 },
          { header: 'Responde por', value: ({ id }) => servedBy(id), shrinksTo: 16 },
          { header: 'Instruções', value: ({ instructions }) => instructions, shrinksTo: 20 },
        ]),
  )
  return ExitCode.done
}

export async function showAgent(context: Context, wanted: string): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const agent = await getAgent(client, wanted)
  const servedBy = await instancesByAgent(client)
  context.terminal.answer(z.encode(AgentJson, agent), () =>
    formatRecord(context.terminal, [
      ['ID', agent.id],
      ['Nome', agent.name],
      ['Modelo', agent.model],
      ['Responde por', servedBy(agent.id)],
      ['Criado', formatTime(agent.createdAt)],
      ['Instruções', agent.instructions],
    ]),
  )
  return ExitCode.done
}

/** For which instances each assistant answers; one that is switched off there says so. */
async function instancesByAgent(client: Client): Promise<(agentId: string) => string> {
  const links = await client.call(assistantApi.listAssistantLinks, {})
  return (wanted) => {
    const names = links
      .filter(({ agentId }) => agentId === wanted)
      .map(({ instanceName, isActive }) =>
        isActive ? instanceName : `${instanceName} (desativado)`,
      )
    return names.join(', ') || '–'
  }
}
