import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'

/**
 * Runs operations of the n8n node for Evolution API as n8n does, in its own execute context: each
 * line of input is one with its parameters, each line of output what it ended with. The first
 * argument is the folder where n8n and the node are installed, then come the gateway and its key.
 */
const [folder, serverUrl, apikey] = process.argv.slice(2)
const require = createRequire(`${folder}/package.json`)
const { ExecuteContext } = require('n8n-core')
const { Workflow } = require('n8n-workflow')
const {
  EvolutionApi,
} = require('n8n-nodes-evolution-api/dist/nodes/EvolutionApi/EvolutionApi.node.js')

const nodeType = new EvolutionApi()
const nodeTypes = {
  getByName: () => nodeType,
  getByNameAndVersion: () => nodeType,
  getKnownTypes: () => ({}),
}
const additionalData = {
  credentialsHelper: { getDecrypted: async () => ({ 'server-url': serverUrl, apikey }) },
}

async function run(parameters) {
  const node = {
    ...{ id: '1', name: 'Evolution API', type: 'evolutionApi', typeVersion: 1, position: [0, 0] },
    ...{ parameters, credentials: { evolutionApi: { id: '1', name: 'gateway' } } },
  }
  // It fills in what the parameters leave out, and drops those that its form would not show.
  const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes })
  const items = [{ json: {} }]
  const input = { main: [items] }
  const runData = { resultData: { runData: {} } }
  const context = new ExecuteContext(
    ...[workflow, workflow.getNode(node.name), additionalData, 'manual', runData, 0],
    ...[items, input, { node, data: input, source: null }, []],
  )
  const [[item]] = await nodeType.execute.call(context)
  return item.json
}

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await run(JSON.parse(line)).catch((error) => ({
    success: false,
    error: `${error.message} ${error.description ?? ''}`,
  }))
  // n8n writes lines of its own in between.
  process.stdout.write(`answer ${JSON.stringify(answer)}\n`)
}
