#!/usr/bin/env node
import module from 'node:module'
import { refuseOldNode } from './command-line/node-version.ts'

// This call must come first, because an old Node could not load the modules below.
refuseOldNode(module.createRequire(import.meta.url)('../package.json').engines.node)
// Compiling takes longer than generating code from a small document. Do not import a large module of this
// package before this call.
module.enableCompileCache()
const { runCommandLine } = await import('./command-line/command-line.ts')
const { endProcess, outliveOutputReaders } = await import('./command-line/end-process.ts')
outliveOutputReaders()
await endProcess(await runCommandLine(process.argv.slice(2)))
