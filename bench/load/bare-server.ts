import { createServer } from 'node:http'
import { Pool } from 'pg'
import { readPersonSql, readPersonsSql } from './person-sql.ts'

/**
 * The smallest server that reads a person by ID (/PROJECT/ID) or a project's newest persons (/PROJECT):
 * node:http, one query, no key, no checks. It responds to / with a string, and to /metrics with its CPU time.
 * Its arguments are the folder of PostgreSQL's socket, its user, the database, and the number of connections.
 */
const [host = '', user = '', database = '', connections = ''] = process.argv.slice(2)
const pool = new Pool({ host, user, database, max: Number(connections), options: '-c TimeZone=UTC' })

const ok = JSON.stringify({ status: 'ok' })

const server = createServer(async (request, response) => {
  if (request.url === '/') {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(ok)
    return
  }
  if (request.url === '/metrics') {
    const { user, system } = process.cpuUsage()
    response.end(`process_cpu_seconds_total ${(user + system) / 1e6}\n`)
    return
  }
  const [, project, person] = /^\/(\d+)(?:\/(\d+))?$/.exec(request.url ?? '') ?? []
  try {
    const { rows } =
      person === undefined
        ? await pool.query(readPersonsSql, [Number(project)])
        : await pool.query(readPersonSql, [Number(project), Number(person)])
    response.writeHead(rows.length > 0 ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(person === undefined ? rows : (rows[0] ?? null)))
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') console.log(`Listening on http://127.0.0.1:${address?.port}`)
})

process.once('SIGTERM', () => {
  server.closeAllConnections()
  server.close()
  void pool.end()
})
