import { enableCompileCache } from 'node:module'

// Without a cache, compiling takes half of the start time.
enableCompileCache()
const { adminCommand } = await import('./process/administrate.ts')
await adminCommand(process.argv.slice(2), process.env)
