#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Before anything else is loaded: compiling takes longer than generating from a small document.
enableCompileCache()
const { commandLine } = await import('./command-line.ts')
process.exitCode = await commandLine(process.argv.slice(2))
