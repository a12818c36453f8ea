import { enableCompileCache } from 'node:module'

// Half of a start is compiling. In TypeScript this file alone would load the remover of types; the
// cache has all others without types.
enableCompileCache()
const { serveCommand } = await import('./process/serve.ts')
await serveCommand(process.argv.slice(2), process.env)
