#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Before anything else is loaded: compiling takes longer than generating from a small document.
enableCompileCache()
const { commandLine } = await import('./command-line/command-line.ts')
const { endProcess } = await import('./command-line/end-process.ts')
await endProcess(await commandLine(process.argv.slice(2)))
