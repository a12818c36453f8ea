import { enableCompileCache } from 'node:module'

// Half of a start is compiling. In TypeScript this file alone would load what takes types out of it; of all others the cache has what is left.
enableCompileCache()
const { serveCommand } = await import('./process/serve.ts')
await serveCommand(process.argv.slice(2), process.env)
