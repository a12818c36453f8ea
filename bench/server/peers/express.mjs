import { fileURLToPath } from 'node:url'
import express from 'express'
import { middleware } from 'express-openapi-validator'
import { found, taken, tell } from './tell.mjs'

const app = express()
app.use(express.json())
app.use(
  middleware({ apiSpec: fileURLToPath(new URL('document.json', import.meta.url)), validateApiSpec: false }),
)
app.get('/projects/:projectId/items/:slug', (request, response) => {
  response.json(found(request.params, request.query))
})
app.post('/orders', (request, response) => {
  response.json(taken(request.body))
})
app.use((error, _request, response, _next) => {
  response.status(error.status ?? 500).json({ message: error.message })
})
const server = app.listen(0, '127.0.0.1', () => tell(server))
