#!/usr/bin/env node
import module from 'node:module'
import { refuseOldNode } from './command-line/node-version.ts'

// This call must come first, because an old Node could not load the modules below.
refuseOldNode(module.createRequire(import.meta.url)('../package.json').engines.node)
// Caches compiled code, because compiling takes longer than generating code from a small document. Modules
// loaded before this call are not cached, so none of them should be large.
module.enableCompileCache()
const { runCommandLine } = await import('./command-line/command-line.ts')
const { endProcess, outliveOutputReaders } = await import('./command-line/end-process.ts')
outliveOutputReaders()
await endProcess(await runCommandLine(process.argv.slice(2)))
