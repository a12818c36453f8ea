import { enableCompileCache } from 'node:module'

// Cache compiled code, because compiling takes half of the start time otherwise.
enableCompileCache()
const { adminProcess } = await import('./process/administrate.ts')
await adminProcess(process.argv.slice(2), process.env)
