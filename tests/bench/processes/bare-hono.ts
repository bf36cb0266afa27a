import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** The yardstick: bare Hono with one route that answers JSON. Prints its port. */

const app = new Hono()
app.get('/health', (c) =>
  c.json({
    status: 'ok',
    version: '0.0.0',
    uptime: process.uptime(),
    devices: { connected: 0, total: 0 },
    campaigns: { running: 0 },
  }),
)
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`${port}\n`)
})
