import { enableCompileCache } from 'node:module'

// Compiling takes half of the start time. If this file alone were in TypeScript, it would load the code that
// removes types; the cache contains all other files without types.
enableCompileCache()
const { serveCommand } = await import('./process/serve.ts')
await serveCommand(process.argv.slice(2), process.env)
