#!/usr/bin/env node
import module from 'node:module'
import { refuseOldNode } from './command-line/node-version.ts'

// Before anything else is loaded: an old Node does not understand it.
refuseOldNode()
// Compiling takes longer than generating from a small document.
module.enableCompileCache()
const { commandLine } = await import('./command-line/command-line.ts')
const { endProcess, outliveReaders } = await import('./command-line/end-process.ts')
outliveReaders()
await endProcess(await commandLine(process.argv.slice(2)))
