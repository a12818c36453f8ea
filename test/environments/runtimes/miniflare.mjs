import { Miniflare } from 'miniflare'

/** Serves a bundled worker on workerd, as `wrangler dev` does. */
const runtime = new Miniflare({
  modules: true,
  scriptPath: process.argv[2],
  compatibilityDate: '2026-07-01',
  host: '127.0.0.1',
  port: 0,
})
console.log((await runtime.ready).origin)
for (const name of ['SIGTERM', 'SIGINT']) process.once(name, () => runtime.dispose())
