import { enableCompileCache } from 'node:module'

// Half of a start is compiling.
enableCompileCache()
const { serveCommand } = await import('./process/serve.ts')
await serveCommand(process.argv.slice(2), process.env)
