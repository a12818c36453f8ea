import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { withOutputsTable } from '../generator/options/print/outputs-table.ts'
import { printPage } from '../generator/options/print/page.ts'
import { printConfigTypes, printLoginTypes } from '../generator/options/print/types.ts'
import { llmsText } from '../site/llms.ts'
import { printKinds } from './diff-kinds.ts'
import { printRules } from './rules.ts'

/** Writes what is printed from the declarations of the options: the types of a configuration and docs/configuration.md; docs/rules.md from the rules, and
 * docs/diff-kinds.md from the kinds of changes; docs/llms.txt from the pages; and the table of docs/outputs.md from the outputs. */
const config = resolve(import.meta.dirname, '../generator/options/config')
writeFileSync(resolve(config, 'login-types.ts'), printLoginTypes())
writeFileSync(resolve(config, 'config-types.ts'), printConfigTypes())
writeFileSync(resolve(import.meta.dirname, '../docs/configuration.md'), printPage())
writeFileSync(resolve(import.meta.dirname, '../docs/rules.md'), printRules())
writeFileSync(resolve(import.meta.dirname, '../docs/diff-kinds.md'), printKinds())
const outputs = resolve(import.meta.dirname, '../docs/outputs.md')
writeFileSync(outputs, withOutputsTable(readFileSync(outputs, 'utf8')))
writeFileSync(resolve(import.meta.dirname, '../docs/llms.txt'), llmsText('.md'))
