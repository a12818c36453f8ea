import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { printPage } from '../generator/options/print/page.ts'
import { printTypes } from '../generator/options/print/types.ts'

/** Writes what is printed from the declarations of the options: the types of a configuration and docs/configuration.md. */
writeFileSync(resolve(import.meta.dirname, '../generator/options/config-types.ts'), printTypes())
writeFileSync(resolve(import.meta.dirname, '../docs/configuration.md'), printPage())
