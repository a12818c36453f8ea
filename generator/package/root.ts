import { resolve } from 'node:path'

/** The package's folder. In the published package, bundled files are also two folders below it. */
export const ROOT = resolve(import.meta.dirname, '../..')
