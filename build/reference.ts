import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { withOutputsTable } from '../generator/options/print/outputs-table.ts'
import { printConfigurationPage } from '../generator/options/print/page.ts'
import { printConfigTypes, printLoginTypes } from '../generator/options/print/types.ts'
import { llmsText } from '../site/llms.ts'
import { withParts } from './page-parts.ts'
import { printRules } from './rules.ts'

/**
 * Writes the types of a configuration, the pages that are printed whole, the parts of other pages
 * between marks, and docs/llms.txt.
 */
const config = resolve(import.meta.dirname, '../generator/options/config')
const docs = resolve(import.meta.dirname, '../docs')
writeFileSync(join(config, 'login-types.ts'), printLoginTypes())
writeFileSync(join(config, 'config-types.ts'), printConfigTypes())
writeFileSync(join(docs, 'configuration.md'), printConfigurationPage())
writeFileSync(join(docs, 'rules.md'), printRules())
const outputs = join(docs, 'outputs.md')
writeFileSync(outputs, withOutputsTable(readFileSync(outputs, 'utf8')))
for (const page of readdirSync(docs).filter((name) => name.endsWith('.md'))) {
  const text = readFileSync(join(docs, page), 'utf8')
  writeFileSync(join(docs, page), withParts(text))
}
writeFileSync(join(docs, 'llms.txt'), llmsText('.md'))
