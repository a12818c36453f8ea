import { resolve } from 'node:path'

/** The package's folder. Published, bundled files are two folders below it as well. */
export const ROOT = resolve(import.meta.dirname, '../..')
