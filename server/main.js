import { enableCompileCache } from 'node:module'

// The cache saves compilation, which takes half of the start time. It contains the TypeScript files without
// types; this file is in JavaScript, because otherwise it alone would load the code that removes types.
enableCompileCache()
const { serveCommand } = await import('./process/serve.ts')
await serveCommand(process.argv.slice(2), process.env)
