#!/usr/bin/env node
import module from 'node:module'
import { refuseOldNode } from './command-line/node-version.ts'

// First of all, since an old Node could not read the rest.
refuseOldNode(module.createRequire(import.meta.url)('../package.json').engines.node)
// Compiling takes longer than generating from a small document. No long module of ours may be imported
// before.
module.enableCompileCache()
const { commandLine } = await import('./command-line/command-line.ts')
const { endProcess, outliveReaders } = await import('./command-line/end-process.ts')
outliveReaders()
await endProcess(await commandLine(process.argv.slice(2)))
