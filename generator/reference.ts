import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { printPage } from './options/print/page.ts'
import { printTypes } from './options/print/types.ts'

/** Writes what is printed from the declarations of the options: the types of a configuration and docs/configuration.md. */
writeFileSync(resolve(import.meta.dirname, 'options/config-types.ts'), printTypes())
writeFileSync(resolve(import.meta.dirname, '../docs/configuration.md'), printPage())
