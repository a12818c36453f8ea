import { enableCompileCache } from 'node:module'

// Half of a start is compiling.
enableCompileCache()
const { adminCommand } = await import('./process/administrate.ts')
await adminCommand(process.argv.slice(2), process.env)
