// The minimal server: no checks, no helpful errors, and one route of each kind.
import { createServer } from 'node:http'
import { found, taken, tell } from './tell.mjs'

const path = /^\/projects\/([^/]+)\/items\/([^/]+)$/

const server = createServer((request, response) => {
  const [pathname, query] = request.url.split('?')
  if (request.method === 'GET') {
    const [, projectId, slug] = path.exec(pathname)
    const given = new URLSearchParams(query)
    const values = {
      limit: Number(given.get('limit')),
      offset: Number(given.get('offset')),
      archived: given.get('archived') === 'true',
      sort: given.get('sort'),
      tags: given.getAll('tags'),
      since: given.get('since'),
      minScore: Number(given.get('minScore')),
    }
    answer(response, found({ projectId: Number(projectId), slug: decodeURIComponent(slug) }, values))
  } else {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => answer(response, taken(JSON.parse(Buffer.concat(chunks).toString()))))
  }
})

function answer(response, value) {
  const text = JSON.stringify(value)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

server.listen(0, '127.0.0.1', () => tell(server))
