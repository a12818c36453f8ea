import { readFileSync } from 'node:fs'
import { EdgeRuntime, runServer } from 'edge-runtime'

/** Serves a bundled script on the runtime of Vercel's edge functions. */
const server = await runServer({
  runtime: new EdgeRuntime({ initialCode: readFileSync(process.argv[2], 'utf8') }),
  host: '127.0.0.1',
})
console.log(server.url.replace(/\/$/, ''))
