import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { app, hooks } from '../service.ts'

const service = new Hono()
service.all('/hooks/*', ({ req }) => hooks(req.raw))
service.all('*', ({ req }) => app(req.raw))
serve({ fetch: service.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}`),
)
